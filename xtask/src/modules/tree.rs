//! The modules of a library or program, as its files declare them, without those of tests.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    slice,
};

use anyhow::{Context, Result, anyhow};
use syn::{Item, spanned::Spanned};

use super::uses::{Import, Use, imports, is_test, uses};

/// Where a module is, from the root, which has no words.
pub type Name = Vec<String>;

/// One module, in a file of its own or within another's.
pub struct Module {
    /// Its file, for messages.
    pub file: PathBuf,
    /// All that its own code names.
    pub uses: Vec<Use>,
    /// The names it has from elsewhere; its children see all, private ones too.
    pub imports: Vec<Import>,
}

/// All modules below a root.
#[derive(Default)]
pub struct Tree {
    pub modules: BTreeMap<Name, Module>,
    /// Lines of their files outside of test modules.
    pub lines: usize,
}

/// Gives the text of a file, if there is one.
pub type Read<'a> = &'a dyn Fn(&Path) -> Option<String>;

/// A module that is being read.
struct Place {
    name: Name,
    file: PathBuf,
    /// Where the files of its children are.
    folder: PathBuf,
}

impl Tree {
    /// Follows the declarations of modules from this file on.
    ///
    /// # Errors
    /// If a file is missing or is not Rust.
    pub fn load(root: &Path, read: Read<'_>) -> Result<Self> {
        let text = read(root).with_context(|| format!("cannot read {}", root.display()))?;
        let folder = root.parent().unwrap_or(Path::new("")).to_owned();
        let mut tree = Self::default();
        tree.add_file(Place { name: Name::new(), file: root.into(), folder }, &text, read)?;
        Ok(tree)
    }

    fn add_file(&mut self, place: Place, text: &str, read: Read<'_>) -> Result<()> {
        let code = syn::parse_file(text)
            .map_err(|error| anyhow!("{}:{}: {error}", place.file.display(), error.span().start().line))?;
        self.lines += text.lines().count();
        self.add_items(place, &code.items, read)
    }

    fn add_items(&mut self, place: Place, items: &[Item], read: Read<'_>) -> Result<()> {
        let mut module = Module { file: place.file.clone(), uses: Vec::new(), imports: Vec::new() };
        for item in items {
            match item {
                Item::Mod(_) if is_test(item) => self.lines -= lines(item),
                Item::Mod(child) => self.add_child(&place, child, read)?,
                Item::Use(import) if !is_test(item) => module.imports.extend(imports(import)),
                _ => {}
            }
            if !matches!(item, Item::Mod(_)) {
                module.uses.extend(uses(item));
            }
        }
        self.modules.insert(place.name, module);
        Ok(())
    }

    fn add_child(&mut self, parent: &Place, child: &syn::ItemMod, read: Read<'_>) -> Result<()> {
        let word = child.ident.to_string();
        let name = [&parent.name[..], slice::from_ref(&word)].concat();
        let folder = parent.folder.join(&word);
        if let Some((_, items)) = &child.content {
            return self.add_items(Place { name, file: parent.file.clone(), folder }, items, read);
        }
        let files = [parent.folder.join(format!("{word}.rs")), folder.join("mod.rs")];
        let found = files.into_iter().find_map(|file| read(&file).map(|text| (file, text)));
        let (file, text) =
            found.with_context(|| format!("{}: module {word} has no file", parent.file.display()))?;
        self.add_file(Place { name, file, folder }, &text, read)
    }
}

fn lines(item: &Item) -> usize {
    let span = item.span();
    span.end().line + 1 - span.start().line
}
