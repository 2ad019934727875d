//! What names mean in a module: one walk over its syntax tree, then questions about it.
//!
//! [`tree`] lays the syntax tree flat, [`scopes`] puts names into scopes, [`lookup`] tells which bindings a name may have
//! where it stands, [`values`] tells what an expression is where its text says so.

mod binder;
mod branches;
mod builtins;
mod calls;
mod lookup;
mod operators;
mod positions;
mod resolve;
mod scopes;
mod star;
mod surroundings;
mod tree;
mod value;
mod values;
mod walk;

pub(crate) use branches::Branch;
pub(crate) use builtins::is_builtin;
pub(crate) use lookup::{Exclusive, reaching};
pub(crate) use resolve::{Resolution, resolve};
pub(crate) use scopes::{Binding, BindingKind, Scope, ScopeId, ScopeKind, Scopes};
pub(crate) use star::standard_library_method;
pub(crate) use tree::{NodeId, Tree};
pub(crate) use value::Value;
pub(crate) use values::Values;
