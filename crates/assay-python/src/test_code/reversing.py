def _assay_reverse(namespace, own):
    """Turns around the order in which a runner takes classes, their tests and test functions; `own` names the tests' own."""
    import types
    import unittest

    def is_case(name, value):
        return isinstance(value, type) and (issubclass(value, unittest.TestCase) or name.startswith("Test"))

    def tests(case):
        return sorted(name for name in dir(case) if name.startswith("test") and callable(getattr(case, name)))

    def found(case, name):
        return next(vars(base)[name] for base in case.__mro__ if name in vars(base))

    def hide(case, names):
        for name in names:
            setattr(case, name, None)

    cases = {name: value for name, value in namespace.items() if name in own and is_case(name, value)}
    functions = {
        name: value
        for name, value in namespace.items()
        if name in own and name.startswith("test_") and type(value) is types.FunctionType
    }
    plans = []
    for case in cases.values():
        names = tests(case)
        plans.append((case, names, {f"test_{n:05}_{name}": found(case, name) for n, name in enumerate(reversed(names))}))
    for case, names, turned in plans:
        hide(case, names)
        for name, test in turned.items():
            setattr(case, name, test)
    for case, _names, turned in plans:
        hide(case, [name for name in tests(case) if name not in turned])
    for name in [*functions, *cases]:
        del namespace[name]
    if functions:
        # A runner takes functions last, so they come first now.
        calls = {
            f"test_{n:05}_{name}": (lambda _self, call=functions[name]: call())
            for n, name in enumerate(reversed(functions))
        }
        namespace["_assay_functions"] = type("functions", (unittest.TestCase,), calls)
    namespace.update(reversed(cases.items()))
