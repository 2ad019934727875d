"""Frames: split, oversized, not JSON, deep."""

from __future__ import annotations

import random
import socket
import threading
import unittest

from assay_trial import channel
from assay_trial.channel import Channel, ChannelClosed, FrameTooLarge, MalformedFrame


class Frames(unittest.TestCase):
    def setUp(self) -> None:
        ours, self.theirs = socket.socketpair()
        self.channel = Channel(ours)
        self.addCleanup(ours.close)
        self.addCleanup(self.theirs.close)

    def _frame(self, payload: bytes) -> bytes:
        return len(payload).to_bytes(4, "big") + payload

    def test_messages_arrive_however_they_are_cut(self) -> None:
        messages = [{"n": n, "text": "ä\ud800" * n} for n in range(40)]
        other = Channel(self.theirs)
        whole = b"".join(self._frame(channel._encode(message).encode()) for message in messages)
        draw = random.Random(3)

        def write() -> None:
            rest = whole
            while rest:
                count = draw.randrange(1, 40)
                other._connection.sendall(rest[:count])
                rest = rest[count:]

        writer = threading.Thread(target=write)
        writer.start()
        self.assertEqual([self.channel.receive() for _ in messages], messages)
        writer.join()
        self.assertFalse(self.channel.pending())

    def test_the_end_of_the_stream_is_said(self) -> None:
        self.theirs.sendall(b"\0\0\0\5ab")
        self.theirs.close()
        with self.assertRaises(ChannelClosed):
            self.channel.receive()
        with self.assertRaises(ChannelClosed):
            for _ in range(100):
                self.channel.send("x" * 100_000)

    def test_a_frame_that_claims_too_much_is_malformed_before_it_is_read(self) -> None:
        self.theirs.sendall((channel.FRAME_LIMIT + 1).to_bytes(4, "big"))
        with self.assertRaises(MalformedFrame):
            self.channel.receive()

    def test_what_is_not_json_is_malformed(self) -> None:
        for payload in (b"", b"nope", b"\xff\xfe", b"{", b"[" * 60_000, b'{"a":' * 20_000, b"1" * 5_000, b'"\x00"'):
            with self.subTest(payload=payload[:10]):
                self.theirs.sendall(self._frame(payload))
                with self.assertRaises(MalformedFrame):
                    self.channel.receive()

    def test_a_message_that_is_too_large_is_not_sent(self) -> None:
        with self.assertRaises(FrameTooLarge):
            self.channel.send("x" * channel.FRAME_LIMIT)
        self.theirs.setblocking(False)
        with self.assertRaises(BlockingIOError):
            self.theirs.recv(1)

    def test_bytes_that_nobody_asked_for_are_seen(self) -> None:
        self.assertFalse(self.channel.pending())
        self.theirs.sendall(b"!")
        self.assertTrue(self.channel.pending())
        self.assertTrue(self.channel.pending())

    def test_a_descriptor_stays_with_its_message(self) -> None:
        first = self._frame(b'{"kill":true}')
        self.theirs.sendall(first)
        socket.send_fds(self.theirs, [self._frame(b'{"run":1}')], [0])
        self.assertEqual(self.channel.receive_with_descriptors(4), {"kill": True})
        self.assertEqual(self.channel.receive_with_descriptors(4), {"run": 1})
        taken = self.channel.take_descriptors()
        self.assertEqual(len(taken), 1)
        socket.close(taken[0])
