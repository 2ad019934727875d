x = 1
# ----
camelCase = 1
# ----
Upper = 1
UPPER = 2
Upper_Case = 3
_private = 4
_PRIVATE = 5
__dunder__ = 6
__mangled = 7
a1 = 8
A1 = 9
# ----
lowered = 1
lowered = 2
# ----
camelCase = 1
camelCase = 2
# ----
UPPER = 1
UPPER = 2
# ----
if nowhere:
    value = 1
else:
    value = 2
# ----
if nowhere:
    Value = 1
else:
    Value = 2
# ----
try:
    value = 1
except ValueError:
    value = 2
# ----
for i in range(3):
    value = i
    other = 1
    camelCase = 1
    camelOther = i
# ----
for camelCase in range(3):
    pass
# ----
while True:
    value = 1
    break
# ----
with open("x") as camelCase, open("y") as FILE:
    pass
# ----
xs = []
XS = []
camelXs = []
Xs = []
# ----
d = {}
camelD = {}
s = {1}
camelS = {1}
t = (1, 2)
camelT = (1, 2)
T = (1, 2)
# ----
text = "a"
flag = True
none = None
number = -1
floating = 1.5
complexity = 1j
data = b"x"
dots = ...
# ----
total = 1 + 2
name = "a" + "b"
formatted = f"a{total}"
percent = "%s" % total
product = [1] * 3
negated = not total
compared = 1 < 2
both = 1 and 2
chosen = 1 if total else 2
chosenOther = 1 if total else "a"
# ----
camelTotal = 1 + 2
camelName = "a" + "b"
camelFormatted = f"a{camelTotal}"
camelPercent = "%s" % camelTotal
camelProduct = [1] * 3
camelNegated = not camelTotal
camelCompared = 1 < 2
camelBoth = 1 and 2
camelChosen = 1 if camelTotal else 2
# ----
result = unknown()
camelResult = unknown()
RESULT = unknown()
Result = unknown()
# ----
result = len([1])
camelResult = len([1])
result2 = int("3")
camelResult2 = int("3")
result3 = sorted([3])
camelResult3 = sorted([3])
result4 = input()
camelResult4 = input()
result5 = list()
camelResult5 = list()
result6 = str(1)
camelResult6 = str(1)
# ----
def f():
    return 1
result = f()
camelResult = f()
# ----
def f():
    return [1]
result = f()
camelResult = f()
# ----
def f(x):
    return x
result = f(1)
camelResult = f(1)
# ----
def f():
    print(1)
result = f()
camelResult = f()
# ----
class A:
    pass
a = A()
camelA = A()
A_B = A
b = A
Alias = A
alias_int = int
AliasInt = int
# ----
import os
camelPath = os.path
path = os.path
camelJoin = os.path.join("a", "b")
join = os.path.join
# ----
a, b = 1, 2
camelA, camelB = 1, 2
(camelC, D) = unknown()
[camelE, *camelF] = [1, 2]
# ----
a = b = 1
camelA = camelB = 1
# ----
x: int = 1
camelX: int = 1
y: int
camelY: int
z: list = []
camelZ: list = []
# ----
from typing import Final
x: Final = 1
camelX: Final = 1
# ----
camelX += 1
# ----
count = 0
count += 1
# ----
camelCount = 0
camelCount += 1
# ----
f = lambda x: x
camelF = lambda x: x
F = lambda x: x
# ----
if (camelCase := 1):
    pass
if (lower := 1):
    pass
# ----
def camelCase(): pass
def snake_case(): pass
def Upper(): pass
def UPPER(): pass
def _private(): pass
def __both__(): pass
def __mangled(): pass
def a(): pass
def A(): pass
def _(): pass
def __(): pass
def f1(): pass
def _F(): pass
def snake_Case(): pass
# ----
class snake_case: pass
class camelCase: pass
class Pascal: pass
class UPPER: pass
class Pascal_Snake: pass
class _Private: pass
class _private: pass
class __Mangled: pass
class A: pass
class a: pass
class A1: pass
class P2P: pass
class ABCd: pass
class _1: pass
class A_: pass
class __Dunder__: pass
# ----
def f(camelCase, Upper, ok, _x, __y, A, a, *Args, Kw=1, **KwArgs):
    return camelCase
# ----
def f(a, B, /, c, *, D, e, F=1):
    return a
# ----
def f():
    camelCase = 1
    Upper = 2
    UPPER = 3
    ok = 4
    N = 5
    _x = 6
    __Y = 7
    return camelCase
# ----
def f():
    for I in range(3):
        for jJ in range(3):
            pass
    with open("x") as F:
        pass
    try:
        pass
    except ValueError as E:
        pass
    import os as OS
    from os import path as Path
    A, B = 1, 2
    [C, *D] = [1, 2]
    (G := 1)
    H += 1
    K: int = 1
    L: int
# ----
xs = [X for X in range(3)]
ys = {camelY: 1 for camelY in range(3)}
zs = [w for w in range(3)]
ws = (Snake_Case for Snake_Case in range(3))
# ----
def f():
    return [N for N in range(3)], [camelCase for camelCase in range(3)]
# ----
f = lambda X, camelCase: X
# ----
class A:
    camelCase = 1
    Upper = 2
    UPPER = 3
    lower = 4
    _x = 5
    a, B = 1, 2
    x: int = 1
    camelX: int = 1
    camelY: int
# ----
from enum import Enum
class Color(Enum):
    RED = 1
    green = 2
    Blue = 3
    camelCase = 4
# ----
from typing import Final, ClassVar
class A:
    lower: Final = 1
    UPPER: Final[int] = 1
    camelCase: ClassVar[int] = 1
# ----
from dataclasses import dataclass
@dataclass
class A:
    lower: int = 1
    camelCase: int = 1
    UPPER: int = 2
# ----
class A:
    def __init__(self, X):
        self.camelCase = X
        self.Upper = X
        self.UPPER = X
        self.ok = X
        self._X = X
        self.__Y = X
        self.camelCase = X
# ----
class A:
    def camelCase(self): pass
    def Upper(self): pass
    def ok(self): pass
    def __init__(self): pass
    def _camelCase(self): pass
    @property
    def camelProp(self): return 1
    @staticmethod
    def camelStatic(X): return X
    @classmethod
    def camelClass(Cls): return Cls
    @camelProp.setter
    def camelProp(self, V): pass
# ----
import unittest
class T(unittest.TestCase):
    def setUp(self): pass
    def testCamel(self): pass
    def tearDown(self): pass
    @classmethod
    def setUpClass(cls): pass
# ----
from unittest import TestCase
class T(TestCase):
    def setUp(self): pass
    def runTest(self, X=1): pass
# ----
class A:
    def camelCase(self, X): pass
class B(A):
    def camelCase(self, X): pass
    def other(self, X): pass
# ----
class B(Nowhere):
    def camelCase(self, X): pass
# ----
import ast
class V(ast.NodeVisitor):
    def visit_Name(self, node): pass
    def visit_Constant(self, node): pass
    def generic_visit(self, node): pass
# ----
import threading
class T(threading.Thread):
    def getName(self): pass
    def run(self): pass
# ----
import json
class E(json.JSONEncoder):
    def default(self, O): pass
    def iterencode(self, O): pass
# ----
from http.server import BaseHTTPRequestHandler
class H(BaseHTTPRequestHandler):
    def do_GET(self): pass
# ----
from html.parser import HTMLParser
class P(HTMLParser):
    def handle_starttag(self, Tag, attrs): pass
# ----
from typing import TypeVar, NamedTuple, NewType, Union, Optional, List, Dict, Callable
T = TypeVar("T")
t = TypeVar("t")
T_co = TypeVar("T_co", covariant=True)
T_bad = TypeVar("T_bad", covariant=True)
MyType = TypeVar("MyType")
UserId = NewType("UserId", int)
user_id = NewType("user_id", int)
Pair = Union[int, str]
pair = Union[int, str]
Maybe = Optional[int]
Numbers = List[int]
numbers = List[int]
Table = Dict[str, int]
Function = Callable[[int], int]
# ----
from typing import TypeAlias
Numbers: TypeAlias = "list[int]"
numbers: TypeAlias = "list[int]"
# ----
Numbers = list[int]
numbers = list[int]
Either = int | str
either = int | str
# ----
from collections import namedtuple, Counter, defaultdict
Point = namedtuple("Point", "x y")
point = namedtuple("point", "x y")
camelPoint = namedtuple("camelPoint", "x y")
counter = Counter()
camelCounter = Counter()
# ----
foo = 1
bar = 2
def baz(): pass
class toto: pass
def f(tutu, tata):
    foo = 1
    for bar in []:
        pass
    return [baz for baz in []]
class A:
    foo = 1
    def bar(self):
        self.baz = 1
# ----
i = 1
j = 2
k = 3
ex = 4
Run = 5
_ = 6
# ----
import numpy as Np
import os as _OS
from os import path as camelPath
# ----
def f():
    global camelGlobal, lower
    camelGlobal = 1
    lower = 1
# ----
lower = 1
def f():
    global lower
    lower = 2
# ----
camelX = 1
def f():
    global camelX
    camelX = 2
# ----
try:
    import json
except ImportError:
    json = None
# ----
try:
    import json as Json
except ImportError:
    Json = None
# ----
if __name__ == "__main__":
    value = 1
    camelValue = 2
    result = unknown()
    camelResult = unknown()
# ----
def outer():
    def camelInner(X):
        class lower_class:
            pass
        return X
    return camelInner
# ----
match 3:
    case camelCase:
        pass
# ----
def f(x):
    match x:
        case {"a": Upper, **Rest}:
            pass
        case [First, *Others]:
            pass
        case str() as Text:
            pass
# ----
ñandú = 1
def ñandú_f(): pass
class Ñandú: pass
def Ñandú_g(Áb): pass
# ----
try:
    pass
except ValueError as E:
    pass
# ----
try:
    pass
except ValueError as camelCase:
    pass
# ----
lst = [1, 2, 3]
first = lst[0]
camelFirst = lst[0]
length = len(lst)
part = lst[1:]
upper = "a".upper()
camelUpper = "a".upper()
# ----
n = 5
n = n + 1
# ----
N = 5
m = N
camelM = N
# ----
seen = set()
camelSeen = set()
table = dict(a=1)
camelTable = dict(a=1)
comp = [x for x in range(3)]
camelComp = [x for x in range(3)]
dcomp = {x: 1 for x in range(3)}
camelDcomp = {x: 1 for x in range(3)}
gen = (x for x in range(3))
camelGen = (x for x in range(3))
# ----
answer = int(input())
camelAnswer = int(input())
a, b = map(int, input().split())
camelC, camelD = map(int, input().split())
# ----
value = None
def f():
    return value
# ----
value = 1
del value
# ----
def f():
    camelCase: int
    return 1
# ----
class A:
    class lower:
        pass
    class Upper:
        pass
# ----
class A:
    def f(self):
        self.f.camelCase = 1
        A.camelCase = 1
        other.camelCase = 1
# ----
class A:
    camelCase = 1
    def f(self):
        self.camelCase = 2
# ----
class A(B):
    def f(self):
        self.camelCase = 2
# ----
class A:
    def f(self):
        self.camelA, self.camelB = 1, 2
        self.camelC += 1
        self.camelD: int = 1
        for self.camelE in []:
            pass
# ----
async def camelAsync(X): pass
# ----
@overload
def camelCase(): pass
# ----
from functools import cached_property, lru_cache
class A:
    @cached_property
    def camelCase(self): return 1
    @lru_cache
    def camelOther(self): return 1
# ----
import abc
class A:
    @abc.abstractproperty
    def camelCase(self): return 1
    @property
    @abc.abstractmethod
    def camelOther(self): return 1
# ----
def __getattr__(camelName): pass
def __dir__(): pass
def __camelDunder__(): pass
# ----
x = y = []
x1, y1 = [], {}
(w := [])
# ----
import logging
logger = logging.getLogger(__name__)
LOGGER = logging.getLogger(__name__)
loGger = logging.getLogger(__name__)
# ----
a = [1]
a[0] = 2
a.x = 1
# ----
UPPER = unknown
lower = unknown
Mixed = unknown
# ----
import re
pattern = re.compile("a")
camelPattern = re.compile("a")
Pattern = re.compile("a")
# ----
value = max(1, 2)
Value = max(1, 2)
value2 = abs(-1)
Value2 = abs(-1)
value3 = "a".join([])
Value3 = "a".join([])
value4 = 3 * unknown
Value4 = 3 * unknown
value5 = unknown + 1
Value5 = unknown + 1
value6 = round(1.5)
Value6 = round(1.5)
# ----
def decorator(func): return func
@decorator
def f(): return 1
value = f()
Value = f()
# ----
assert (X := 1)
print(Y := 2)
# ----
from typing import Final, TypeAlias
import typing
low: Final = 1
other: typing.Final[int] = 2
UP: Final = 3
alias: TypeAlias = int
plain: int = 4
Mixed_up: str = "a"
# ----
either = int | str
Either = int | None
maybe = None or int
