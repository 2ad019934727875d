//! Puts every binding of a module into its scope, in one pass over the flat tree.
//!
//! Scopes are Pylint's rather than CPython's where the two differ: a `nonlocal` name is also bound where it is assigned,
//! and a `global` statement moves assignments and imports but not definitions.

use std::collections::HashMap;

use ruff_python_ast::{AnyNodeRef, ExprContext};

use super::scopes::{Binding, BindingKind, Scope, ScopeId, ScopeKind, Scopes};
use super::star::standard_library_star;
use super::tree::{NodeId, Tree};

impl<'a> Scopes<'a> {
    /// Binds all names of a module.
    pub(crate) fn of(tree: &Tree<'a>) -> Self {
        let module = Scope::new(ScopeKind::Module, NodeId::MODULE, None);
        let mut scopes = Self {
            all: vec![module],
            holding: Vec::with_capacity(tree.len()),
            opened: HashMap::from([(NodeId::MODULE, ScopeId::MODULE)]),
            unknown_stars: Vec::new(),
            annotations_are_postponed: false,
        };
        for (id, node) in tree.iter() {
            let holding = match scopes.opened.get(&node.parent) {
                _ if id == NodeId::MODULE => ScopeId::MODULE,
                Some(opened) => *opened,
                None => scopes.holding[node.parent.index()],
            };
            scopes.holding.push(holding);
            if let Some(kind) = opens(node.syntax) {
                let scope = ScopeId(u32::try_from(scopes.all.len()).unwrap_or(u32::MAX));
                scopes.all.push(Scope::new(kind, id, Some(holding)));
                scopes.opened.insert(id, scope);
            }
            scopes.bind_node(tree, id, holding);
        }
        scopes
    }

    fn bind_node(&mut self, tree: &Tree<'a>, id: NodeId, scope: ScopeId) {
        let own = |kind| Binding { node: id, holder: id, kind };
        match tree.syntax(id) {
            AnyNodeRef::ExprName(name) if name.ctx != ExprContext::Load => {
                let (holder, kind) = assigning(tree, id);
                let scope = match kind {
                    BindingKind::Walrus => self.around_walrus(tree, holder),
                    _ => self.unless_global(scope, &name.id),
                };
                self.bind(scope, &name.id, Binding { node: id, holder, kind });
            }
            AnyNodeRef::StmtFunctionDef(node) => self.bind(scope, &node.name.id, own(BindingKind::Function)),
            AnyNodeRef::StmtClassDef(node) => self.bind(scope, &node.name.id, own(BindingKind::Class)),
            AnyNodeRef::Parameter(node) => {
                let holder = tree
                    .ancestors(id)
                    .find(|outer| matches!(tree.syntax(*outer), AnyNodeRef::Parameters(_)))
                    .unwrap_or(id);
                self.bind(scope, &node.name.id, Binding { node: id, holder, kind: BindingKind::Parameter });
            }
            AnyNodeRef::ExceptHandlerExceptHandler(node) => {
                if let Some(name) = &node.name {
                    let scope = self.unless_global(scope, &name.id);
                    self.bind(scope, &name.id, own(BindingKind::ExceptHandler));
                }
            }
            AnyNodeRef::Alias(alias) => self.bind_import(tree, id, alias, scope),
            AnyNodeRef::StmtGlobal(node) => {
                let frame = self.function_around(scope);
                self.all[frame.0 as usize].globals.extend(node.names.iter().map(|name| name.id.as_str()));
            }
            AnyNodeRef::StmtNonlocal(node) => {
                let frame = self.function_around(scope);
                self.all[frame.0 as usize].nonlocals.extend(node.names.iter().map(|name| name.id.as_str()));
            }
            AnyNodeRef::TypeParamTypeVar(node) => {
                self.bind(scope, &node.name.id, own(BindingKind::TypeParameter));
            }
            AnyNodeRef::TypeParamTypeVarTuple(node) => {
                self.bind(scope, &node.name.id, own(BindingKind::TypeParameter));
            }
            AnyNodeRef::TypeParamParamSpec(node) => {
                self.bind(scope, &node.name.id, own(BindingKind::TypeParameter));
            }
            _ => self.bind_capture(tree, id, scope),
        }
    }

    fn bind_capture(&mut self, tree: &Tree<'a>, id: NodeId, scope: ScopeId) {
        let name = match tree.syntax(id) {
            AnyNodeRef::PatternMatchAs(node) => &node.name,
            AnyNodeRef::PatternMatchStar(node) => &node.name,
            AnyNodeRef::PatternMatchMapping(node) => &node.rest,
            _ => return,
        };
        if let Some(name) = name {
            let scope = self.unless_global(scope, &name.id);
            self.bind(scope, &name.id, Binding { node: id, holder: id, kind: BindingKind::Capture });
        }
    }

    fn bind_import(
        &mut self,
        tree: &Tree<'a>,
        id: NodeId,
        alias: &'a ruff_python_ast::Alias,
        scope: ScopeId,
    ) {
        let holder = tree.parent(id);
        let name = alias.asname.as_ref().unwrap_or(&alias.name).id.as_str();
        let AnyNodeRef::StmtImportFrom(import) = tree.syntax(holder) else {
            let first = name.split('.').next().unwrap_or(name);
            let scope = self.unless_global(scope, first);
            self.bind(scope, first, Binding { node: id, holder, kind: BindingKind::Import });
            return;
        };
        let module = import.module.as_ref().map(|module| module.id.as_str());
        if name == "*" {
            match module.filter(|_| import.level == 0).and_then(standard_library_star) {
                Some(names) => {
                    for name in names {
                        self.bind(scope, name, Binding { node: id, holder, kind: BindingKind::ImportFrom });
                    }
                }
                None => self.unknown_stars.push(holder),
            }
            return;
        }
        self.annotations_are_postponed |= module == Some("__future__") && name == "annotations";
        let scope = self.unless_global(scope, name);
        self.bind(scope, name, Binding { node: id, holder, kind: BindingKind::ImportFrom });
    }

    /// The innermost function around a scope or itself; the module where there is none.
    fn function_around(&self, scope: ScopeId) -> ScopeId {
        self.outwards(scope)
            .find(|outer| self.get(*outer).kind == ScopeKind::Function)
            .unwrap_or(ScopeId::MODULE)
    }

    fn unless_global(&self, scope: ScopeId, name: &str) -> ScopeId {
        let function = self.function_around(scope);
        if self.get(function).is_global(name) { ScopeId::MODULE } else { scope }
    }

    /// Where a walrus binds: outside of comprehensions, and of the function whose default or decorator it is.
    fn around_walrus(&self, tree: &Tree<'a>, walrus: NodeId) -> ScopeId {
        let frame = self.frame(self.holding(walrus));
        let direct = matches!(
            tree.syntax(tree.parent(walrus)),
            AnyNodeRef::ParameterWithDefault(_)
                | AnyNodeRef::Parameter(_)
                | AnyNodeRef::Decorator(_)
                | AnyNodeRef::Keyword(_)
                | AnyNodeRef::StmtFunctionDef(_)
                | AnyNodeRef::StmtClassDef(_)
        );
        let node = self.get(frame).node;
        let head = direct && tree.statement(walrus) == node;
        if head { self.get(frame).parent.map_or(frame, |outer| self.frame(outer)) } else { frame }
    }
}

fn opens(syntax: AnyNodeRef) -> Option<ScopeKind> {
    match syntax {
        AnyNodeRef::StmtFunctionDef(_) => Some(ScopeKind::Function),
        AnyNodeRef::StmtClassDef(_) => Some(ScopeKind::Class),
        AnyNodeRef::ExprLambda(_) => Some(ScopeKind::Lambda),
        AnyNodeRef::ExprListComp(_)
        | AnyNodeRef::ExprSetComp(_)
        | AnyNodeRef::ExprDictComp(_)
        | AnyNodeRef::ExprGenerator(_) => Some(ScopeKind::Comprehension),
        _ => None,
    }
}

/// What assigns to a name that stands as a target: tuples, lists and stars around it are passed over.
fn assigning(tree: &Tree, name: NodeId) -> (NodeId, BindingKind) {
    for outer in tree.ancestors(name) {
        let kind = match tree.syntax(outer) {
            AnyNodeRef::StmtAssign(_) => BindingKind::Assign,
            AnyNodeRef::StmtAugAssign(_) => BindingKind::AugmentedAssign,
            AnyNodeRef::StmtAnnAssign(_) => BindingKind::AnnotatedAssign,
            AnyNodeRef::StmtFor(_) => BindingKind::For,
            AnyNodeRef::Comprehension(_) => BindingKind::Comprehension,
            AnyNodeRef::StmtWith(_) => BindingKind::With,
            AnyNodeRef::ExprNamed(_) => BindingKind::Walrus,
            AnyNodeRef::StmtDelete(_) => BindingKind::Delete,
            AnyNodeRef::StmtTypeAlias(_) => BindingKind::TypeAlias,
            _ => continue,
        };
        return (outer, kind);
    }
    (name, BindingKind::Assign)
}
