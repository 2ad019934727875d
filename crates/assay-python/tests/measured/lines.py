x = 1  # comment
# ----
# only a comment
# ----
'''A text.'''
# ----
"""
A text over lines.

With a blank one.
"""
# ----
"""A text."""; x = 1
# ----
"""A text
over lines"""; x = 1
# ----
"""A text""" """and another"""
# ----
"""A text
over lines"""  # and a comment
# ----
"one line"  # and a comment
# ----
"a" "b"
# ----
("in brackets")
# ----
x = """a
b"""
# ----
x = """

# no comment
"""
# ----
f(a,
  # a comment
  b,

  c)
# ----
x = [
    1, 2,  # two

    3,
]
# ----
x = 1 + \
    2
# ----
x = 1 + \
    2  # comment
y = 3
# ----
if a: b = 1
# ----
if a: b = 1; c = 2
# ----
if a:  # comment
    b = 1
# ----
x = 1; y = 2; z = 3
# ----
x = 1;
# ----
x[1:2]
# ----
x[1:2]; y
# ----
x[1:]; y[:1]; z[:]
# ----
x: int; y: str = 1
# ----
x: int
# ----
x = {1: 2}; y
# ----
x = {1: 2,
     3: 4}
# ----
f = lambda: 0
# ----
f = lambda: (
    0)
# ----
f = lambda x: x; g = lambda: 1
# ----
def f(): pass
# ----
def f(a: int) -> int: return {a: 1}
# ----
def f(
    a: int,
    b: str,
):
    pass
# ----
try: x = 1
except: y = 2
else: z = 3
finally: w = 4
# ----
class A: pass
# ----
while x: break
for x in y: continue
with a: b
# ----
x = (y := 1)
# ----
f(x := 1, y)
# ----
x = 'it\'s' + "a \"b\""
# ----
x = 'a\
b'
# ----
'a\
b'
# ----
'a\
b\
c'; x = 1
# ----
x = r'a\'b' + rb"c\\" + Rb'd' + bR'e' + u'f' + F'g' + fr'h\d' + rF"i"
# ----
x = '''a'b''c''' + """d"e""f"""
# ----
x = '''a\'''b'''
# ----
x = """a""" + '''b
c''' + """d"""
# ----
x = f"{a!r:>{b}}" + f'''{
c}'''
# ----
f"""{a}
{b}"""
# ----
x = 0xFF + 0b11 + 0o17 + 1_000 + 1.5e-10 + .5 + 5. + 1e5j + 00 + 0_0 + 1J
# ----
x = 1if y else 2
# ----
x = 0x1for y
# ----
x = 1.real if 0 else 1..real
# ----
x @ y; x @= y; x //= y; x **= y; x >>= y; x <<= y; x != y; x -= -y; x |= ~y
# ----
def f() -> int: ...
# ----
x = ...; y = x[..., 1]
# ----
x = a.b.c(d)[e](f)
# ----
@a
# comment
@b

# more
def f():
    pass
# ----


x = 1



# ----
# a
# b
x = 1
# c
# ----
    # an indented comment
x = 1
        # another
# ----
if x:
    pass
    # a comment at the end
# ----
if x:
    '''a text'''
# ----
if x: '''a text'''
# ----
x = 1 \

y = 2
# ----
x = (1 + \
  2)
# ----
x = '#' + "#"  # '
# ----
print('a', end='')  ; print(':')
# ----
assert x, 'a: b'; y = 1
# ----
match x:
    case {1: y}: z = 1
    case [1, 2]: pass
# ----
é = 1; 名前 = é  # ünïcödé
# ----
x = 'é' 'ü' "\N{BULLET}" '\x41\101\u0041'
# ----
π = 3.14; ª = 1; Ⅷ = 8
# ----
\
x = 1
# ----
x = [a[1:2], {b: c}]; y = 1
# ----
class A:
    '''A.

    B
    '''

    x: int = 1

    def f(self):
        '''C.'''
        return self.x  # D
# ----
import a; import b
from c import d
# ----
if a: pass; \
pass
# ----
x = (
)
# ----
pass;pass;pass
