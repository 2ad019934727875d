//! Which names are local, by the rules of `CPython`'s symbol table.

use std::collections::{HashMap, HashSet};

use ruff_python_ast::{AnyNodeRef, Expr, ExprContext};

use crate::definition::bound_by_import;
use crate::semantics::{Branch, NodeId, Tree};

/// A place that names something, told by where its node is in memory.
type Place = usize;

/// Where each local name is said, and the number of what it names; numbers are given out in the order of asking.
pub(super) struct LocalNames<'a> {
    /// For each place the scope in which its name is looked up.
    places: HashMap<Place, usize>,
    scopes: Vec<Scope<'a>>,
    numbers: HashMap<(usize, &'a str), usize>,
    /// Names of calls' keywords.
    keywords: HashSet<&'a str>,
}

#[derive(PartialEq, Eq)]
enum Kind {
    Module,
    Class,
    Function,
    Comprehension,
}

struct Scope<'a> {
    kind: Kind,
    outer: usize,
    bound: HashSet<&'a str>,
    globals: HashSet<&'a str>,
    nonlocals: HashSet<&'a str>,
}

/// What tells a node from others: where it is, and what it is, since a node may begin with another.
pub(super) fn place(node: AnyNodeRef) -> Place {
    node.as_ptr().as_ptr() as Place
}

impl<'a> LocalNames<'a> {
    /// No name is local.
    pub(super) fn none() -> Self {
        Self { places: HashMap::new(), scopes: Vec::new(), numbers: HashMap::new(), keywords: HashSet::new() }
    }

    /// The local names of a module.
    pub(super) fn of(tree: &Tree<'a>) -> Self {
        let has_type_parameters = tree.iter().any(|(_, node)| {
            matches!(
                node.syntax,
                AnyNodeRef::TypeParamTypeVar(_)
                    | AnyNodeRef::TypeParamTypeVarTuple(_)
                    | AnyNodeRef::TypeParamParamSpec(_)
            )
        });
        let mut names = Self::none();
        if has_type_parameters {
            return names;
        }
        names.open(Kind::Module, 0);
        // For each node the scope that it is in, and the one that it opens.
        let (mut holding, mut opened) = (vec![0], HashMap::from([(NodeId::MODULE, 0)]));
        for (id, node) in tree.iter().skip(1) {
            let inner = opened.get(&node.parent).copied();
            let around = holding[node.parent.index()];
            let scope = inner.filter(|_| is_inside(tree, node.parent, id)).unwrap_or(around);
            let scope =
                if is_first_iterable(tree, node.parent, id) { names.scopes[scope].outer } else { scope };
            holding.push(scope);
            let kind = match node.syntax {
                AnyNodeRef::StmtFunctionDef(_) | AnyNodeRef::ExprLambda(_) => Some(Kind::Function),
                AnyNodeRef::StmtClassDef(_) => Some(Kind::Class),
                AnyNodeRef::ExprListComp(_)
                | AnyNodeRef::ExprSetComp(_)
                | AnyNodeRef::ExprDictComp(_)
                | AnyNodeRef::ExprGenerator(_) => Some(Kind::Comprehension),
                _ => None,
            };
            if let Some(kind) = kind {
                opened.insert(id, names.open(kind, scope));
            }
            names.note(tree, id, scope, &opened);
        }
        names
    }

    fn open(&mut self, kind: Kind, outer: usize) -> usize {
        let (bound, globals, nonlocals) = Default::default();
        self.scopes.push(Scope { kind, outer, bound, globals, nonlocals });
        self.scopes.len() - 1
    }

    /// Notes what a node binds or names.
    fn note(&mut self, tree: &Tree<'a>, id: NodeId, scope: usize, opened: &HashMap<NodeId, usize>) {
        let syntax = tree.syntax(id);
        let mut at = scope;
        let bound: Option<&'a str> = match syntax {
            AnyNodeRef::ExprName(name) if name.ctx == ExprContext::Load => None,
            AnyNodeRef::ExprName(name) => match tree.syntax(tree.parent(id)) {
                AnyNodeRef::ExprNamed(_) => {
                    while self.scopes[at].kind == Kind::Comprehension {
                        at = self.scopes[at].outer;
                    }
                    Some(&name.id)
                }
                AnyNodeRef::StmtAnnAssign(node) if !node.simple && node.value.is_none() => None,
                _ => Some(&name.id),
            },
            AnyNodeRef::StmtFunctionDef(node) => Some(&node.name.id),
            AnyNodeRef::StmtClassDef(node) => Some(&node.name.id),
            AnyNodeRef::Parameter(node) => {
                let function = tree.ancestors(id).find_map(|outer| opened.get(&outer).copied());
                at = function.unwrap_or(scope);
                Some(&node.name.id)
            }
            AnyNodeRef::ExceptHandlerExceptHandler(node) => node.name.as_ref().map(|name| name.id.as_str()),
            AnyNodeRef::Alias(node) => Some(bound_by_import(node)),
            AnyNodeRef::PatternMatchAs(node) => node.name.as_ref().map(|name| name.id.as_str()),
            AnyNodeRef::PatternMatchStar(node) => node.name.as_ref().map(|name| name.id.as_str()),
            AnyNodeRef::PatternMatchMapping(node) => node.rest.as_ref().map(|name| name.id.as_str()),
            AnyNodeRef::StmtGlobal(node) => {
                self.scopes[at].globals.extend(node.names.iter().map(|name| name.id.as_str()));
                None
            }
            AnyNodeRef::StmtNonlocal(node) => {
                self.scopes[at].nonlocals.extend(node.names.iter().map(|name| name.id.as_str()));
                None
            }
            AnyNodeRef::Keyword(node) => {
                self.keywords.extend(node.arg.as_ref().map(|name| name.id.as_str()));
                return;
            }
            _ => return,
        };
        self.scopes[at].bound.extend(bound);
        self.places.insert(place(syntax), at);
    }

    /// The number of what a name names where it is said; none where it is not local.
    pub(super) fn number(&mut self, node: AnyNodeRef, name: &'a str) -> Option<usize> {
        let mut at = *self.places.get(&place(node))?;
        let start = at;
        loop {
            let scope = &self.scopes[at];
            if scope.kind == Kind::Module || scope.globals.contains(name) {
                return None;
            }
            let is_seen = at == start || scope.kind != Kind::Class;
            if is_seen && scope.bound.contains(name) && !scope.nonlocals.contains(name) {
                if scope.kind == Kind::Class {
                    return None;
                }
                let next = self.numbers.len();
                return Some(*self.numbers.entry((at, name)).or_insert(next));
            }
            at = scope.outer;
        }
    }

    /// Whether some call in the module names a parameter so.
    pub(super) fn is_keyword(&self, name: &str) -> bool {
        self.keywords.contains(name)
    }
}

/// Whether a child of what opens a scope is in that scope.
fn is_inside(tree: &Tree, opening: NodeId, child: NodeId) -> bool {
    match tree.syntax(opening) {
        AnyNodeRef::StmtFunctionDef(_) | AnyNodeRef::StmtClassDef(_) => tree.branch(child) == Branch::Body,
        AnyNodeRef::ExprLambda(_) => !matches!(tree.syntax(child), AnyNodeRef::Parameters(_)),
        _ => true,
    }
}

/// Whether a node is what a comprehension's first `for` loops over, which is evaluated outside.
fn is_first_iterable(tree: &Tree, parent: NodeId, child: NodeId) -> bool {
    let AnyNodeRef::Comprehension(clause) = tree.syntax(parent) else { return false };
    let first = match tree.syntax(tree.parent(parent)) {
        AnyNodeRef::ExprListComp(node) => node.generators.first(),
        AnyNodeRef::ExprSetComp(node) => node.generators.first(),
        AnyNodeRef::ExprDictComp(node) => node.generators.first(),
        AnyNodeRef::ExprGenerator(node) => node.generators.first(),
        _ => None,
    };
    let iterable: &Expr = &clause.iter;
    first.is_some_and(|first| std::ptr::eq(first, clause))
        && place(tree.syntax(child)) == place(AnyNodeRef::from(iterable))
}
