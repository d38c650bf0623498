//! Frequent given names of several countries, to tell persons from other capitalized words.
//!
//! Names that are also months, states, cities, colours or brands are left out on purpose: a column of states is full of
//! Virginias and Georgias.

use std::{collections::HashSet, sync::LazyLock};

/// Lower case, without accents.
const GIVEN_NAMES: &str = "\
    aaron adam adriana agnes ahmed alberto alejandro alessandro alessia alexander alexandra alfonso \
    ali alice aline amanda amelie amy ana andrea andreas andrew andrzej angela angelo anita anja \
    anke ann anna anne annette antje antoine anton antonella antonio arthur barbara beatriz \
    benjamin bernard bernd betty birgit brian brigitte bruno camille carla carlos carmen carol \
    caroline catherine cecile charles chiara christian christina christine christoph christopher \
    claire claude claudia cristina cynthia dan daniel daniela david deborah denis dennis diana \
    diego dieter dirk dominique donald donna dorothy edward elena elisa elisabeth elizabeth elke \
    emily emma emmanuel enrico eric erik ernst esther eva fabio fatima federica felipe felix \
    fernanda fernando filipa francesca francesco francisco franck frank franz frederic friedrich \
    gabriel gabriele gary george gerard gerhard giorgio giovanni gisela giulia giuseppe grace \
    gregory guillaume gunter hannah hans harold heike heinz helen helene helga helmut henri henry \
    herbert hugo ines ingrid irene isabel isabelle ivan jack jacob jacqueline jacques jakob james \
    jan jane janet jason javier jean jeffrey jennifer jeremy jeroen jessica joan joana joao johan \
    johanna johannes john jonas jonathan jorge jose josef joseph joshua juan juergen julia julie \
    julien jurgen karen karin karl katarzyna katharina katherine kathleen katja kees keith kelly \
    kenneth kerstin kevin kim klaus laura lea lena leon lina linda lisa lorenzo louis louise luca \
    lucas lucia ludovic luigi luis luisa lukas manfred manuel marc marco margaret maria marie mario \
    marion mark markus marta martin martina mary massimo matteo matthew matthias maximilian mehmet \
    melissa mia michael michel michele miguel mohamed mohammed monica monika muhammad nadia nancy \
    nathalie nicholas nicola nicolas nicole nina noah olga oliver olivier oscar pablo pamela paola \
    paolo pascal patricia patrick paul paula paulo pavel pedro peter petra philip philippe pierre \
    pieter piotr rachel rafael raymond rebecca renate ricardo richard rita robert roberta roberto \
    roger ronald rosa ruth ryan sabine samuel sandra sara sarah scott sebastian sergio sharon silke \
    silvia simon simone sofia sophie stefan stefania stefano stephanie stephen steven susan susanne \
    sven sylvie tatiana teresa thierry thomas tim timothy tobias tom ulrich ulrike ursula valentina \
    valerie vera veronique victor vincent walter werner willem william wolfgang xavier yannick \
    yasmin yusuf yves zoe";

static LOOKUP: LazyLock<HashSet<&str>> = LazyLock::new(|| GIVEN_NAMES.split_whitespace().collect());

/// Whether a word, lower case and without accents, is a frequent given name.
pub(super) fn is_given_name(word: &str) -> bool {
    LOOKUP.contains(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_and_months_are_no_given_names() {
        for word in ["virginia", "georgia", "april", "paris", "austin", "rose"] {
            assert!(!is_given_name(word));
        }
        assert!(is_given_name("maria"));
    }
}
