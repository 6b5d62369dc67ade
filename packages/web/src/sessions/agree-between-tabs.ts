import type { CloudSession, Session } from '@portico/core'

type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'>

/** Tells the other tabs when the session's end moved, and believes them; the answer stops it. */
export function agreeBetweenTabs(session: Session, open: () => Channel): () => void {
  const channel = open()
  let heard: CloudSession | undefined
  channel.addEventListener('message', (event) => {
    if (!isSession(event.data)) return
    heard = event.data
    session.setState({ session: event.data })
  })
  const stop = session.subscribe((state, before) => {
    if (state.session === undefined || state.session === heard) return
    if (state.session.expiresOn !== before.session?.expiresOn) channel.postMessage(state.session)
  })
  return () => {
    stop()
    channel.close()
  }
}

function isSession(value: unknown): value is CloudSession {
  return typeof value === 'object' && value !== null && 'expiresOn' in value && 'sessionIdleSecs' in value
}
