def f():
    pass
# ----
def f(a, b=1 if a else 2, *c, d=lambda: x or y, **e) -> (p or q):
    return a
# ----
@decorated(a or b)
@other
def f():
    return 1
# ----
class A:
    pass
# ----
class A(B if c else D, metaclass=e or f):
    pass
# ----
@decorated(a and b and c)
class A:
    x = 1 if y else 2
# ----
class A:
    def m(self):
        if self:
            return 1
# ----
class A:
    def m(self):
        if self:
            return 1
    def n(self):
        for x in self:
            if x and x:
                pass
# ----
class A:
    if x:
        def m(self):
            return 1
    else:
        def m(self):
            return 2
# ----
class A:
    class B:
        def m(self):
            if self:
                pass
    def n(self):
        pass
# ----
class A:
    class B:
        class C:
            def m(self):
                while self:
                    pass
# ----
def f():
    class A:
        def m(self):
            if self:
                pass
    return A
# ----
def f():
    def g():
        def h():
            if x:
                pass
        if y:
            return h
    return g
# ----
def f():
    if x:
        def g():
            return 1 or 2
    else:
        def g():
            return 3 and 4
    return g
# ----
class A:
    def m(self):
        def closure():
            return 1 if self else 2
        return closure
# ----
class A:
    def m(self):
        class B:
            def n(self):
                if self:
                    pass
        return B
# ----
async def f():
    async for x in y:
        pass
    else:
        pass
    async with a as b:
        await c
# ----
async def f():
    return [x async for x in y if x]
# ----
if x:
    def f():
        pass
elif y:
    class A:
        def m(self):
            pass
# ----
try:
    def f():
        if x:
            pass
except E:
    def f():
        pass
# ----
def f():
    pass
def f():
    if x:
        pass
def g():
    pass
# ----
def outer():
    x = [lambda: y if z else w for v in u if v]
    def inner(a=b or c):
        return x
    return inner
# ----
for x in y:
    class A:
        def m(self): return 1
        n = lambda self: 1 or 2
# ----
class A:
    a = [x for x in y if x]
    b = x and y and z
    def m(self): pass
    def n(self): pass
    def o(self): pass
# ----
class A: x = 1; y = 2
class B: pass
# ----
def f(): return 1; x = 2
# ----
def f():
    '''A text.'''
    yield
    yield from x or y
    return (yield z if a else b)
# ----
class A:
    @property
    def x(self):
        return self._x
    @x.setter
    def x(self, value):
        self._x = value if value else None
# ----
with a:
    def f():
        with b, c as d:
            if e:
                return
# ----
match x:
    case 1:
        def f():
            pass
    case _:
        class A:
            pass
# ----
def f(a: (b if c else d) = 1, /, e: int = 2 and 3) -> None:
    a: (b or c) = 1
# ----
	# a comment with a tab
def f():
	if x:
		return 1
	else:
		return 2
# ----
class A:
    def m(self): return 1
    async def n(self):
        async with self: pass
        return [x async for x in self if x if self]
