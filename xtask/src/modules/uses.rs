//! What a piece of code names: paths written out, imports, and the paths within macros and attributes.

use std::mem;

use proc_macro2::{TokenStream, TokenTree};
use syn::{
    Attribute, ImplItemFn, Item, ItemConst, ItemEnum, ItemFn, ItemImpl, ItemMacro, ItemMod, ItemStatic,
    ItemStruct, ItemTrait, ItemType, ItemUse, LitStr, Macro, Meta, Token, UseTree, punctuated::Punctuated,
    spanned::Spanned, visit, visit::Visit,
};

/// A path as it stands in the code.
#[derive(Clone, Default)]
pub struct Use {
    /// Its words, without generic arguments.
    pub path: Vec<String>,
    /// Where it stands in its file.
    pub line: usize,
}

/// A name that a module has from elsewhere.
pub struct Import {
    /// What it is called there; everything the path holds, if there is no name.
    pub name: Option<String>,
    /// Where it is from.
    pub source: Use,
}

/// All that an item names; nothing if it is for tests alone.
pub fn uses(item: &Item) -> Vec<Use> {
    let mut seen = Seen(Vec::new());
    seen.visit_item(item);
    seen.0
}

/// What a `use` brings in, name by name.
pub fn imports(item: &ItemUse) -> Vec<Import> {
    let mut imports = Vec::new();
    if item.leading_colon.is_none() {
        branches(&item.tree, &Use::default(), &mut imports);
    }
    imports
}

fn branches(tree: &UseTree, stem: &Use, imports: &mut Vec<Import>) {
    let grown = |word: &syn::Ident| Use {
        path: [&stem.path[..], &[word.to_string()]].concat(),
        line: word.span().start().line,
    };
    let whole = |word: &syn::Ident| if word == "self" { stem.clone() } else { grown(word) };
    match tree {
        UseTree::Path(inner) => branches(&inner.tree, &grown(&inner.ident), imports),
        UseTree::Group(group) => group.items.iter().for_each(|tree| branches(tree, stem, imports)),
        UseTree::Glob(_) => imports.push(Import { name: None, source: stem.clone() }),
        UseTree::Name(name) => {
            let source = whole(&name.ident);
            imports.push(Import { name: source.path.last().cloned(), source });
        }
        UseTree::Rename(name) => {
            imports.push(Import { name: Some(name.rename.to_string()), source: whole(&name.ident) });
        }
    }
}

/// Whether an item is there for tests alone: `cfg(test)`, or `cfg(all(test, …))`.
pub fn is_test(item: &Item) -> bool {
    are_of_test(attributes(item))
}

fn are_of_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| asks_for_test(&attribute.meta))
}

fn asks_for_test(condition: &Meta) -> bool {
    match condition {
        Meta::Path(path) => path.is_ident("test"),
        Meta::List(list) if list.path.is_ident("cfg") || list.path.is_ident("all") => {
            let parts = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
            parts.is_ok_and(|parts| parts.iter().any(asks_for_test))
        }
        _ => false,
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(ItemConst { attrs, .. })
        | Item::Enum(ItemEnum { attrs, .. })
        | Item::Fn(ItemFn { attrs, .. })
        | Item::Impl(ItemImpl { attrs, .. })
        | Item::Macro(ItemMacro { attrs, .. })
        | Item::Mod(ItemMod { attrs, .. })
        | Item::Static(ItemStatic { attrs, .. })
        | Item::Struct(ItemStruct { attrs, .. })
        | Item::Trait(ItemTrait { attrs, .. })
        | Item::Type(ItemType { attrs, .. })
        | Item::Use(ItemUse { attrs, .. }) => attrs,
        _ => &[],
    }
}

struct Seen(Vec<Use>);

impl<'ast> Visit<'ast> for Seen {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_test(item) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        if !are_of_test(&item.attrs) {
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.0.extend(imports(item).into_iter().map(|import| import.source));
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.leading_colon.is_none() {
            let words = path.segments.iter().map(|segment| segment.ident.to_string());
            self.push(Use { path: words.collect(), line: path.span().start().line });
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'ast Macro) {
        self.visit_path(&called.path);
        self.read_tokens(called.tokens.clone());
    }

    /// Macros that derive are told functions by paths, some of them in quotes.
    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        let Meta::List(list) = &attribute.meta else { return };
        self.read_tokens(list.tokens.clone());
        for token in list.tokens.clone() {
            let quoted = syn::parse2::<LitStr>(token.into()).and_then(|text| text.parse::<syn::Path>());
            quoted.iter().for_each(|path| self.visit_path(path));
        }
    }
}

impl Seen {
    /// A lower-case word by itself may be a variable, so only an import says whether it is anything of a module.
    fn push(&mut self, used: Use) {
        if used.path.len() > 1 || used.path.iter().any(|word| word.starts_with(char::is_uppercase)) {
            self.0.push(used);
        }
    }

    /// What stands within a macro has no form to be parsed by, but paths look the same everywhere.
    fn read_tokens(&mut self, tokens: TokenStream) {
        let mut path = Use::default();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Punct(mark) if mark.as_char() == ':' => {
                    colons += 1;
                    continue;
                }
                TokenTree::Ident(word) if colons == 2 && !path.path.is_empty() => {
                    path.path.push(word.to_string());
                }
                TokenTree::Ident(word) => {
                    let next = Use { path: vec![word.to_string()], line: word.span().start().line };
                    self.push(mem::replace(&mut path, next));
                }
                other => {
                    self.push(mem::take(&mut path));
                    if let TokenTree::Group(group) = other {
                        self.read_tokens(group.stream());
                    }
                }
            }
            colons = 0;
        }
        self.push(path);
    }
}
