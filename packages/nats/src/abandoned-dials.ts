/**
 * A server that is stopped still takes connections: its kernel does. The nats package gives a dial up after 20 s and
 * leaves the socket open. Once the server goes on, it closes that socket, over which it has heard nothing. The
 * package takes this for the loss of the connection that it has by then, opens another one, and keeps both. From
 * then on every
 * message arrives twice: each request is executed twice, and either answer may be the first.
 *
 * Here a dial that is given up ends its socket, and what becomes of it is reported nowhere.
 */
import { NodeTransport } from "nats/lib/src/node_transport.js";

// It is called with its own `this` alone.
// oxlint-disable-next-line typescript/unbound-method
const { close: closeConnected } = NodeTransport.prototype;

NodeTransport.prototype.close = function (this: NodeTransport, error?: Error): Promise<void> {
  if (this.connected) return closeConnected.call(this, error);
  // First of all: a socket that is not there yet may come, and be closed, after this.
  this.done = true;
  const socket = this.socket as NodeTransport["socket"] | undefined;
  socket?.destroy();
  return Promise.resolve();
};
