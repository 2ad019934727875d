def f(x):
    return type(x) == int
# ----
def f(x):
    return int == type(x)
# ----
def f(x):
    return type(x) != int
# ----
def f(x):
    return type(x) is int
# ----
def f(x):
    return type(x) is not int
# ----
def f(x):
    return type(x) in (int, str)
# ----
def f(x, y):
    return type(x) == type(y)
# ----
def f(x, y):
    return type(x) is type(y)
# ----
def f(x):
    return type(x) == type("")
# ----
def f(x):
    return type(x) == type([])
# ----
def f(x):
    return type(x) == type(())
# ----
def f(x):
    return type(x) == type({})
# ----
def f(x):
    return type(x) == type(None)
# ----
def f(x):
    return type(x) == type(1)
# ----
def f(x):
    return type(x) == type(f)
# ----
def f(x):
    return type(x) == "int"
# ----
def f(x):
    return type(x).__name__ == "int"
# ----
def f(x):
    return type(x) == int == float
# ----
def f(x):
    return type(x) < int
# ----
def f(x):
    return type(x, y=1) == int
# ----
def f(x):
    return type(*x) == int
# ----
def f(type, x):
    return type(x) == int
# ----
def type(x):
    return x
print(type(1) == int)
# ----
def f(x):
    return type(x)() == int
# ----
def f(x):
    return not type(x) == int and type(x[0]) is str
# ----
def f(x):
    kind = type
    return kind(x) == int
# ----
f = lambda x: x
# ----
f = g = lambda x: x
# ----
f: object = lambda x: x
# ----
f.x = lambda x: x
# ----
f[0] = lambda x: x
# ----
f, g = lambda x: x, lambda y: y
# ----
(f, g) = [lambda x: x, lambda y: y]
# ----
[f, g] = lambda x: x, lambda y: y
# ----
f, g = lambda x: x, 1
# ----
f, g.x = lambda x: x, lambda y: y
# ----
f = [lambda x: x]
# ----
f = (lambda x: x)(1)
# ----
f = (lambda x: x) or 1
# ----
f = (lambda x: x) if f else (lambda y: y)
# ----
if (f := lambda x: x):
    pass
# ----
f += lambda x: x
# ----
def f(g=lambda x: x):
    h = lambda: 1
    return g, h
# ----
class A:
    f = lambda self: 1
# ----
f = g.x = lambda x: x
# ----
g.x = f = lambda x: x
# ----
for f in [lambda x: x]:
    pass
# ----
f = lambda: (yield)
# ----
print(lambda x: str(x))
# ----
print(lambda: str())
# ----
print(lambda x, y: max(x, y))
# ----
print(lambda x, y: max(y, x))
# ----
print(lambda x: x.y(x))
# ----
print(lambda x: print.y(x))
# ----
print(lambda x: print().y(x))
# ----
print(lambda x: print()(x))
# ----
print(lambda x: print[0](x))
# ----
print(lambda x: (lambda y: y)(x))
# ----
print(lambda x: str(x, 1))
# ----
print(lambda x: str(1))
# ----
print(lambda x: str(x=x))
# ----
print(lambda x=1: str(x))
# ----
print(lambda *a: print(*a))
# ----
print(lambda **k: print(**k))
# ----
print(lambda *a, **k: print(*a, **k))
# ----
print(lambda x, *a, **k: print(x, *a, **k))
# ----
print(lambda x, *a, **k: print(x, *a, **k, y=1))
# ----
print(lambda *a: print(a))
# ----
print(lambda *, x: print(x))
# ----
print(lambda *, x: print(x=x))
# ----
print(lambda x, /: print(x))
# ----
print(lambda x: await_(x))
# ----
f = lambda x: str(x)
# ----
print(lambda x: x(x))
# ----
print(lambda x: [x](x))
# ----
print(lambda f, x: f(x))
# ----
print(lambda: print(*[]))
# ----
print(lambda x: print(x, *x))
# ----
class A:
    def f(self):
        return lambda x: self.f(x)
# ----
class A:
    def f(self):
        return lambda x: A().f(x)
# ----
print(lambda x: x if x else str(x))
# ----
print(lambda x: str((x)))
# ----
from functools import partial
print(lambda: partial(print, 1))
print(lambda x: partial(print)(x))
