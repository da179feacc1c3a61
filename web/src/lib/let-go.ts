/** Takes the handlers off a socket, so that nothing of it is heard any more. Anyone who lets go closes it, if it is open. */
export function letGo(socket: WebSocket): void {
  socket.onopen = null
  socket.onmessage = null
  socket.onclose = null
}
