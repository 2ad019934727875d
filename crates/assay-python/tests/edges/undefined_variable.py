print(nowhere)
# ----
def f():
    return later
later = 1
# ----
def f():
    return earlier
    earlier = 1
# ----
x = x
# ----
x = x + 1
# ----
x = 1
x = x
# ----
for x in x:
    pass
# ----
for x in x.y:
    pass
# ----
y = [x for x in x]
# ----
x += 1
# ----
def f():
    x += 1
# ----
x = 1
def f():
    x += 1
# ----
del x
# ----
x = 1
del x
print(x)
# ----
def f():
    x = 1
    del x
    return x
# ----
class A:
    me = A
# ----
class A:
    def f(self) -> A:
        return self
# ----
class A:
    def f(self, other: A):
        return self
# ----
from __future__ import annotations
class A:
    def f(self, other: A) -> A:
        return self
# ----
class A:
    def f(self, other=A):
        return self
# ----
class A:
    def f(self):
        return A()
# ----
class A:
    x: A = None
# ----
class A:
    x: "A" = None
    y: "Nowhere" = None
# ----
class A:
    f = lambda self: A
# ----
class A:
    b = 1
    def f(self):
        return b
# ----
class A:
    b = 1
    c = b
    d = [b for _ in range(3)]
    e = [x for x in range(b)]
# ----
class A:
    b = 1
    def f(self, c=b):
        return c
# ----
class A:
    b = 1
    c = lambda self, d=b: d
    e = lambda self: b
# ----
class A:
    class B:
        pass
    class C(B):
        pass
    def f(self):
        return B()
# ----
class A(A):
    pass
# ----
class A(metaclass=B):
    pass
# ----
class A:
    def f(self):
        return __class__
# ----
print(__class__)
# ----
class A:
    print(__module__, __qualname__)
    def f(self):
        return __qualname__
# ----
print(__name__, __doc__, __file__, __path__, __package__, __spec__, __loader__, __builtins__, __dict__, __debug__)
# ----
print(exit, quit, copyright, credits, license, help)
# ----
print(WindowsError, unicode, xrange, raw_input, reduce, basestring)
# ----
try:
    print(nowhere)
except NameError:
    pass
# ----
try:
    print(nowhere)
except:
    pass
# ----
try:
    print(nowhere)
except (ValueError, NameError):
    pass
# ----
try:
    print(nowhere)
except Exception:
    pass
# ----
try:
    unicode
except NameError:
    unicode = str
# ----
try:
    import json
except ImportError:
    json = None
print(json)
# ----
try:
    x = 1
except ValueError as e:
    print(e)
print(e)
# ----
def f():
    try:
        x = 1
    except ValueError as e:
        print(e)
    return e
# ----
def f():
    global g
    g = 1
def h():
    return g
# ----
def f():
    global g
    print(g)
# ----
def f():
    global g
    def g():
        pass
def h():
    return g
# ----
def f():
    global json
    import json
def h():
    return json
# ----
def f():
    n = 1
    def g():
        nonlocal n
        n += 1
        return n
    return g
# ----
if (n := 3) > 2:
    print(n)
print([m := 1, m ** 2])
print([y for x in range(3) if (y := x)])
print(y)
# ----
print([last := x for x in range(3)], last)
# ----
def f(a=(b := 1)):
    return a
print(b)
# ----
match 3:
    case {"k": v, **rest}:
        print(v, rest)
    case [first, *others]:
        print(first, others)
    case str() as s:
        print(s)
    case other:
        print(other, missing)
# ----
match 3:
    case Point(x=0):
        pass
# ----
x: int
print(x)
# ----
def f():
    x: int
    return x
# ----
def f():
    x: int
    if f:
        x = 1
    return x
# ----
x: Nowhere = 1
# ----
def f(a: Nowhere, *b: Nowhere2, c: Nowhere3 = 1, **d: Nowhere4) -> Nowhere5:
    x: Nowhere6 = 1
    return a, b, c, d, x
# ----
from __future__ import annotations
def f(a: Nowhere) -> Nowhere5:
    x: Nowhere6 = 1
    return a, x
# ----
def f(a: "Nowhere") -> "List[int]":
    return a
# ----
def f(a: Later):
    return a
class Later:
    pass
# ----
def f(a=later):
    return a
later = 1
# ----
@later
def f():
    pass
def later(x):
    return x
# ----
@f
def f():
    pass
# ----
def f(g=f):
    return g
# ----
from os.path import *
print(join, splitext, nowhere)
# ----
from math import *
print(sqrt(2), pi, nowhere)
# ----
from typing import *
def f(x: List[int], y: Optional[Dict]) -> Nowhere:
    return x, y
# ----
from collections import *
print(Counter, defaultdict, abc)
# ----
import os.path as p, sys, xml.dom
print(p, sys, xml, os)
# ----
def f():
    import os
    return os
print(os)
# ----
if False:
    x = 1
print(x)
# ----
if True:
    pass
else:
    x = 1
print(x)
# ----
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from a import B
def f(x: B) -> "B":
    return B
# ----
print((lambda a, *b, c=1, **d: (a, b, c, d, e))(1))
# ----
f = lambda x=y: x
y = 1
# ----
def f():
    return [i for i in range(3) if j], i
# ----
def f():
    return [j for i in k for j in i], [(i, j) for i in j for j in range(3)]
# ----
print({k: v for k, v in {}.items()}, {x for x in []}, (x for x in x))
# ----
with open("a") as f, open(f) as g:
    print(f, g, h)
# ----
async def f():
    async for x in y:
        await x
    async with z as w:
        print(w)
    return [x async for x in w]
# ----
print(f"{nowhere} {1:{width}} {'a'!r}")
# ----
raise Nowhere from Other
# ----
assert nowhere, message
# ----
__all__ = ["nowhere", "f"]
def f():
    pass
# ----
def f():
    def g():
        return h()
    def h():
        return g()
    return g
# ----
def outer():
    x = 1
    class A:
        y = x
        def f(self):
            return x
    return A
# ----
def outer():
    def inner(a=b):
        return a
    b = 1
    return inner
# ----
class Node:
    def __init__(self, next: Optional["Node"] = None):
        self.next = next
# ----
class Solution:
    def f(self, xs: List[int]) -> bool:
        return xs
    def g(self, node: Solution) -> Solution:
        return node
# ----
if x := y:
    pass
# ----
def f():
    if x:
        x = 1
# ----
def f(): return print(f, g)
# ----
def f():
    for i in range(3):
        def g():
            return i + j
    return g
# ----
def f(self):
    return self.__nowhere + __nowhere
# ----
try:
    pass
except Nowhere:
    pass
# ----
def f():
    print(x)
    for x in range(3):
        pass
# ----
def f():
    print(x)
    import x
# ----
from nowhere_module import thing
import nowhere_module.sub
print(thing, nowhere_module)
# ----
lst = [a, b := 1, a]
# ----
def f():
    with nowhere() as x:
        return x
# ----
class A:
    x = 1
    y = [x for z in range(3) if x]
    def f(self, z: x = x) -> x:
        return z
# ----
class A:
    @property
    def x(self):
        return 1
    @x.setter
    def x(self, v):
        pass
    @y.setter
    def y(self, v):
        pass
# ----
while x:
    x = 1
# ----
print(len, int, NotImplemented, Ellipsis, __build_class__, __import__, BaseExceptionGroup, aiter, anext)
# ----
def f():
    return 1
    print(nowhere)
# ----
import sys
if sys.version_info[0] < 3:
    print(unicode)
# ----
def f():
    del y
# ----
def f(x):
    del x
    x = 1
    return x
# ----
def f(x):
    del x
    return x
# ----
def f():
    x = [1]
    del x[0]
    return x
# ----
def f(a, b=a):
    return a, b
# ----
T = TypeVar("T")
# ----
import typing
def f(x: typing.List[Nowhere]): return x
# ----
print(math.pi)
import math
# ----
def f():
    return math.pi
import math
# ----
def f():
    return math.pi
def g():
    import math
    return math
# ----
if nowhere == 1:
    nowhere = 2
# ----
def dec(f):
    return f
class A:
    @dec
    def f(self, x=dec): return x
    @A.f
    def g(self): pass
# ----
class A:
    def f(self, x: B): return x
class B:
    pass
# ----
class A:
    def f(self) -> B: return x
class B:
    pass
# ----
def f() -> B:
    pass
class B:
    pass
# ----
class A:
    x: B = 1
class B:
    pass
# ----
class A:
    def f(self, x: List[A]) -> List[A]: return x
# ----
class A:
    def f(self) -> later: return 1
    def later(self): return 1
# ----
class A:
    def f(self, x: later): return 1
    later = int
# ----
class A:
    later = int
    def f(self, x: later) -> later: return 1
# ----
def f():
    class A:
        def g(self, x: A) -> A: return 1
    return A
# ----
class A:
    x = [A for _ in range(3)]
# ----
class A:
    x = f(A.y)
    z = lambda: A.y
    w = lambda a=A: a
# ----
class A:
    @A.x
    def f(self): pass
# ----
class A:
    class B:
        def f(self, a: A, b: B): pass
# ----
def f():
    [x for x in range(3)]
    return x
# ----
def f(n):
    import numpy as np
    return np.zeros(n)
def g(n):
    return np.zeros(n)
# ----
def f():
    try:
        import foo
    except ImportError:
        pass
    return foo
# ----
with nowhere:
    pass
# ----
x = [y for y in range(z)]
z = 1
# ----
def f():
    exec("x = 1")
    return x
# ----
print(__annotations__, __version__, __author__)
# ----
global zz
print(zz)
# ----
class A:
    def y(self, a=y): pass
# ----
class A:
    @y
    def y(self): pass
# ----
class A:
    def y(self, a: y) -> y: pass
# ----
def f(a: f) -> f: pass
