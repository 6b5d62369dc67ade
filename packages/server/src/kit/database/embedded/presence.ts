import { setTimeout as delay } from 'node:timers/promises'
import type { DatabaseLog } from '../log.ts'
import type { Session } from './session.ts'

const retryMs = 200

export interface Presence {
  /** The current session, or the previous one while a new one is created. */
  session(): Session
  /** Ends the presence with `depart`; later calls wait for the first. */
  end(depart: (session: Session) => Promise<void>): Promise<void>
}

/** Keeps one session on the postmaster: when it breaks, `join` is called until it succeeds again. */
export async function keepPresence(join: () => Promise<Session>, log: DatabaseLog): Promise<Presence> {
  let session = await join()
  let ending: Promise<void> | undefined
  let rejoining: Promise<void> = Promise.resolve()

  const watch = (): void => {
    session.client.once('end', () => {
      if (ending !== undefined) return
      log.warn({}, 'the connection to the embedded PostgreSQL broke; joining it again')
      rejoining = rejoin()
    })
  }
  const rejoin = async (): Promise<void> => {
    while (ending === undefined) {
      try {
        session = await join()
        watch()
        log.info({}, 'joined the embedded PostgreSQL again')
        return
      } catch (error) {
        log.error({ err: error }, 'the embedded PostgreSQL could not be joined')
        await delay(retryMs)
      }
    }
  }

  watch()
  return {
    session: () => session,
    end: (depart) =>
      (ending ??= Promise.resolve().then(async () => {
        await rejoining
        await depart(session)
      })),
  }
}
