x = 1
def f():
    x = 2
    return x
# ----
x = 1
def f(x):
    return x
# ----
def f():
    x = 2
    return x
x = 1
# ----
import os
def f():
    os = 1
    return os
# ----
import os
def f():
    import os
    return os
# ----
def g(): pass
def f(g):
    return g
# ----
class A: pass
def f():
    A = 1
    return A
# ----
x = 1
class B:
    x = 2
    def f(self, x):
        return x
# ----
x = 1
f = lambda x: x
print([x for x in range(3)])
# ----
x = 1
def f():
    return [x for x in range(3)]
# ----
x = 1
def f():
    for x in range(3):
        print(x)
# ----
x = 1
def f():
    def g():
        x = 1
        return x
    return g
# ----
def f():
    x = 1
    def g():
        x = 2
        return x
    return g, x
# ----
x = 1
def f():
    global x
    x = 2
# ----
x = 1
def f():
    x = 1
    x = 2
    return x
# ----
x = 1
def f(*x, **y):
    return x, y
y = 1
# ----
for i in range(3):
    pass
def f():
    for i in range(3):
        pass
# ----
if __name__ == "__main__":
    n = 1
def f(n):
    return n
# ----
try:
    pass
except ValueError as e:
    pass
def f():
    try:
        pass
    except ValueError as e:
        pass
# ----
e = 1
def f():
    try:
        pass
    except ValueError as e:
        pass
# ----
try:
    pass
except ValueError as e:
    try:
        pass
    except TypeError as e:
        pass
# ----
try:
    pass
except ValueError as e:
    for e in []:
        pass
# ----
try:
    pass
except ValueError as e:
    try:
        pass
    except TypeError as err:
        pass
# ----
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from a import B
def f(B):
    return B
# ----
from __future__ import annotations
def f(annotations):
    return annotations
# ----
_ = 1
_x = 2
dummy = 3
unused_y = 4
ignored_z = 5
def f(_, _x, dummy, unused_y, ignored_z):
    pass
# ----
def f():
    _x = 1
    dummy = 2
    return _x, dummy
_x = 1
dummy = 2
# ----
with open("x") as g:
    pass
def f(g):
    return g
# ----
def f(f):
    return f
# ----
def f():
    f = 1
    return f
# ----
x: int = 1
def f(x: int):
    return x
# ----
x: int
def f(x):
    return x
# ----
if (w := 1):
    pass
def f(w):
    return w
# ----
def f(x):
    return x
del x
# ----
x = 1
del x
def f(x):
    return x
# ----
x = 1
def f():
    match 1:
        case x:
            pass
# ----
x = 1
def f():
    import a as x, b.x
    from c import x
    with d as x:
        pass
    x += 1
# ----
from typing import *
def f(List):
    return List
# ----
x = 1
async def f(x):
    pass
class A:
    def x(self, x):
        def x(): pass
        class x: pass
# ----
import pytest
@pytest.fixture
def fix():
    return 1
def test(fix):
    return fix
# ----
def f(list, dict=None, *set, **id):
    return list
# ----
def f(a, list, /, *, max):
    return list
# ----
def f():
    sum = 0
    max = 1
    sum += 1
    return sum
# ----
sum = 0
list = []
sum = 1
# ----
def sum(): pass
class list: pass
import input
from x import max, y as min
for id in []:
    pass
with open("x") as file, open("y") as open:
    pass
# ----
class A:
    list = []
    id: int = 1
    def sum(self, sum): pass
    def max(self): pass
# ----
lambda list: list
[id for id in []]
# ----
def f():
    return [id for id in []]
# ----
def f():
    for id in []:
        for input in id:
            pass
    with f as dir:
        pass
    try:
        pass
    except ValueError as ValueError:
        pass
    import bin
    def iter(): pass
    class hex: pass
    (int := 1)
    all: int = 1
# ----
def f():
    list
    list = 1
    del list
# ----
def f():
    global max
    max = 1
# ----
from builtins import open
from io import open
from six.moves import input, range
# ----
from os import *
def f(open, name): pass
# ----
__doc__ = "x"
__name__ = "y"
__file__ = "z"
def f(__doc__, __name__): pass
# ----
try:
    input = raw_input
except NameError:
    pass
# ----
try:
    unicode
except NameError:
    str = 1
# ----
if True:
    max = 1
def f():
    if f:
        min = 1
    return min
# ----
sum: int
def f():
    id: int
# ----
print = 1
def f(print): pass
# ----
def f(type, object, file, exit, quit, copyright, license, help, credits): pass
# ----
def f():
    match 1:
        case id:
            pass
match 1:
    case [list, *rest]:
        pass
# ----
def outer(id):
    def inner(id):
        return id
    return inner(id)
# ----
def f(str):
    str = str + 1
    return str
# ----
if (sum := 1):
    pass
# ----
del list
# ----
try:
    pass
except ValueError as max:
    pass
# ----
async def f(id): pass
class A:
    @staticmethod
    def g(id): pass
# ----
def f(x, X):
    return x
X = 1
if __name__ == "__main__":
    for x in []:
        pass
# ----
def f(xs):
    return xs
xs = f(xs=1)
# ----
def f():
    k: int
    return 1
k = 1
# ----
def f(a=(x := 1)):
    return a
def g(x):
    return x
