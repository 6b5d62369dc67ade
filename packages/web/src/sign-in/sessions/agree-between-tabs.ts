import { readTabNews, type CloudSession, type Launcher, type Session, type TabNews } from '@portico/core'

type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'>

type Parts = {
  readonly session: Session
  readonly launcher: Launcher
  readonly open: () => Channel
  /** The person logged out in another tab. */
  readonly onSignedOut: () => void
}

/** Tells the other tabs when the session's end moved and which environment is open here, and listens to them; the returned function stops it. */
export function agreeBetweenTabs({ session, launcher, open, onSignedOut }: Parts): () => void {
  const channel = open()
  const tell = (news: TabNews) => channel.postMessage(news)
  let heard: CloudSession | undefined
  channel.addEventListener('message', (event) => {
    const news = readTabNews(event.data)
    if (news?.kind === 'signed-out') onSignedOut()
    if (news?.kind === 'environment') void launcher.hearOfEnvironment(news)
    if (news?.kind !== 'session') return
    heard = news.session
    session.setState({ session: heard, renewalFailed: false })
  })
  const stops = [
    session.subscribe((state, before) => {
      // Sent on this same channel: the tab that logs out must not receive it, or it would navigate before its form is sent.
      if (state.isSigningOut && !before.isSigningOut) tell({ kind: 'signed-out' })
      if (state.session === undefined || state.session === heard) return
      if (state.session.expiresOn !== before.session?.expiresOn) tell({ kind: 'session', session: state.session })
    }),
    launcher.subscribe(({ user, userData }, before) => {
      if (userData === before.userData || userData?.environmentId == null) return
      tell({ kind: 'environment', id: userData.environmentId, name: user?.environmentName ?? '' })
    }),
  ]
  return () => {
    for (const stop of stops) stop()
    channel.close()
  }
}
