import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

import pg from 'pg'

/** A TCP proxy in front of PostgreSQL whose connections can be cut, or kept open and silent. */
export type ListeningProxy = {
  /** The URL of the database through the proxy. */
  readonly url: string
  /** Passes nothing on from now on, and closes nothing. */
  silence(): void
  /** Closes all connections, and refuses new ones. */
  cut(): void
  /** Passes everything on again, over new connections. */
  mend(): void
  /** New connections lead to this port from now on; open ones stay where they are. */
  moveTo(port: number): void
  close(): Promise<void>
}

export async function startListeningProxy(databaseUrl: string): Promise<ListeningProxy> {
  const { host, port: firstPort, user, password, database } = new pg.Client({ connectionString: databaseUrl })
  const sockets = new Set<Socket>()
  let port = firstPort
  let state: 'passing' | 'silent' | 'cut' = 'passing'
  const server = createServer((near) => {
    if (state === 'cut') {
      near.destroy()
      return
    }
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => state === 'passing' && to.write(bytes))
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const login = `${encodeURIComponent(user ?? '')}:${encodeURIComponent(password ?? 'none')}`
  const closeAll = () => sockets.forEach((socket) => socket.destroy())
  return {
    url: `postgresql://${login}@127.0.0.1:${(server.address() as AddressInfo).port}/${database}`,
    silence: () => void (state = 'silent'),
    cut() {
      state = 'cut'
      closeAll()
    },
    mend() {
      state = 'passing'
      closeAll()
    },
    moveTo: (other) => void (port = other),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        closeAll()
      }),
  }
}
