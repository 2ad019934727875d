//! Scopes and what is bound in them.

use std::collections::HashMap;

use super::tree::NodeId;

/// The place of a scope in [`Scopes`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ScopeId(pub(super) u32);

impl ScopeId {
    pub(crate) const MODULE: Self = Self(0);

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// What opens a scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ScopeKind {
    Module,
    Class,
    Function,
    Lambda,
    Comprehension,
}

/// What gives a name its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BindingKind {
    Assign,
    AugmentedAssign,
    AnnotatedAssign,
    For,
    Comprehension,
    With,
    Walrus,
    Delete,
    Import,
    ImportFrom,
    Function,
    Class,
    Parameter,
    ExceptHandler,
    Capture,
    TypeParameter,
    TypeAlias,
}

/// One place that binds a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Binding {
    /// The name itself, or the definition, import, parameter, handler or pattern that holds it.
    pub(crate) node: NodeId,
    /// The statement or clause that assigns: the `for`, the `with`, the comprehension's `for`, ….
    pub(crate) holder: NodeId,
    pub(crate) kind: BindingKind,
}

impl Binding {
    /// Whether it may not happen at all, since what is looped over may be empty.
    pub(crate) fn is_optional(self) -> bool {
        matches!(self.kind, BindingKind::For | BindingKind::Comprehension)
    }
}

/// A scope.
#[derive(Debug)]
pub(crate) struct Scope<'a> {
    pub(crate) kind: ScopeKind,
    pub(crate) node: NodeId,
    pub(crate) parent: Option<ScopeId>,
    names: HashMap<&'a str, Vec<Binding>>,
    /// Names that a `global` or `nonlocal` statement takes from elsewhere.
    pub(super) globals: Vec<&'a str>,
    pub(super) nonlocals: Vec<&'a str>,
}

impl<'a> Scope<'a> {
    pub(super) fn new(kind: ScopeKind, node: NodeId, parent: Option<ScopeId>) -> Self {
        Self { kind, node, parent, names: HashMap::new(), globals: Vec::new(), nonlocals: Vec::new() }
    }

    /// The bindings of a name in source order; none if it is not bound here.
    pub(crate) fn bindings(&self, name: &str) -> &[Binding] {
        self.names.get(name).map_or(&[], Vec::as_slice)
    }

    /// All names with their bindings, in no order.
    pub(crate) fn names(&self) -> impl Iterator<Item = (&'a str, &[Binding])> {
        self.names.iter().map(|(name, bindings)| (*name, bindings.as_slice()))
    }

    pub(crate) fn is_nonlocal(&self, name: &str) -> bool {
        self.nonlocals.contains(&name)
    }

    pub(crate) fn is_global(&self, name: &str) -> bool {
        self.globals.contains(&name)
    }
}

/// All scopes of a module.
#[derive(Debug)]
pub(crate) struct Scopes<'a> {
    pub(super) all: Vec<Scope<'a>>,
    /// For each node the innermost scope whose syntax holds it; a definition is held by the scope around it.
    pub(super) holding: Vec<ScopeId>,
    pub(super) opened: HashMap<NodeId, ScopeId>,
    /// `from … import *` statements whose names are not known, in order.
    pub(crate) unknown_stars: Vec<NodeId>,
    /// `from __future__ import annotations`
    pub(crate) annotations_are_postponed: bool,
}

impl<'a> Scopes<'a> {
    pub(crate) fn get(&self, id: ScopeId) -> &Scope<'a> {
        &self.all[id.index()]
    }

    /// All scopes in source order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Scope<'a>> {
        self.all.iter()
    }

    /// The innermost scope whose syntax holds a node.
    pub(crate) fn holding(&self, node: NodeId) -> ScopeId {
        self.holding[node.index()]
    }

    /// The scope that a definition, lambda or comprehension opens.
    pub(crate) fn opened(&self, node: NodeId) -> Option<ScopeId> {
        self.opened.get(&node).copied()
    }

    /// The scope and those around it, innermost first.
    pub(crate) fn outwards(&self, id: ScopeId) -> impl Iterator<Item = ScopeId> {
        let mut at = Some(id);
        std::iter::from_fn(move || {
            let here = at?;
            at = self.get(here).parent;
            Some(here)
        })
    }

    /// The scope itself or the first around it that is no comprehension.
    pub(crate) fn frame(&self, id: ScopeId) -> ScopeId {
        self.outwards(id)
            .find(|scope| self.get(*scope).kind != ScopeKind::Comprehension)
            .unwrap_or(ScopeId::MODULE)
    }

    pub(super) fn bind(&mut self, scope: ScopeId, name: &'a str, binding: Binding) {
        self.all[scope.index()].names.entry(name).or_default().push(binding);
    }
}
