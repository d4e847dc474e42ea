"""A way between boxes and their hub that loses and delays what goes over it."""

import asyncio
import random
import threading


class Proxy:
    """Passes connections on to a port of this machine; what becomes of them is set while it runs."""

    def __init__(self, target: int):
        self.target, self.bytes = target, 0
        self.loss, self.delay, self.is_cut, self.forgets = 0.0, 0.0, False, False
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        start = asyncio.start_server(self.accept, "127.0.0.1", 0)
        server = asyncio.run_coroutine_threadsafe(start, self.loop).result(10)
        self.port = server.sockets[0].getsockname()[1]

    def set(self, loss=0.0, delay=0.0, is_cut=False, forgets=False):
        """loss: how many of the pieces vanish, with the connection; delay: seconds for each; is_cut: nothing passes;
        forgets: connections that were used meanwhile stay silent for ever."""
        self.loss, self.delay, self.is_cut, self.forgets = loss, delay, is_cut, forgets

    async def accept(self, reader, writer):
        if self.is_cut:
            # Whoever asks hears nothing, as behind a cable that was pulled.
            await asyncio.sleep(60)
            return writer.close()
        try:
            there = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            return writer.close()
        await asyncio.gather(self.carry(reader, there[1]), self.carry(there[0], writer), return_exceptions=True)

    async def carry(self, reader, writer):
        try:
            while piece := await reader.read(65536):
                if self.delay:
                    await asyncio.sleep(random.uniform(0, 2 * self.delay))
                while self.is_cut:
                    if self.forgets:
                        await asyncio.sleep(600)
                    await asyncio.sleep(0.1)
                if random.random() < self.loss:
                    break
                self.bytes += len(piece)
                writer.write(piece)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()
