def slug(title: str, most: int = 40) -> str:
    """Turn a title into a part of a web address.

    Letters become lower case; every run of characters other than ASCII letters and digits
    becomes one "-", and none stands at either end. The result has at most `most` characters
    and does not end in "-".

    >>> slug("Hello, World!")
    'hello-world'
    """
