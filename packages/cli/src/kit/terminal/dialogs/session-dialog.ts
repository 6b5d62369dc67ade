import { serverNow, sessionEndedWord } from '@portico/core'

import type { App } from '../app/app.ts'
import type { TerminalSession } from '../app/terminal-session.ts'
import type { Dialog } from '../app/view.ts'
import { choiceDialog } from './choice-dialog.tsx'

/** The dialog about a session that is ending or has ended. It covers the screen and keeps what was typed below. */
export function sessionDialogs(app: App, clock: TerminalSession): { readonly current: () => Dialog | undefined } {
  const { words, core } = app
  const failed = () => {
    const { signInError } = app.state.getState()
    return signInError === undefined ? [] : ['', signInError]
  }
  const endedMessage = () => words.say(sessionEndedWord(core.session.getState().session?.expiresOn, serverNow(core)))
  const signIn = { key: 's', label: words.say('session.signIn'), run: () => clock.signIn() }
  const ending = choiceDialog(app, {
    title: words.say('session.endingTitle'),
    lines: () => [
      words.say('session.endingMessage', { seconds: Math.ceil((clock.getState().msLeft ?? 0) / 1000) }),
      ...(core.session.getState().renewalFailed ? ['', words.say('banner.system')] : []),
      ...failed(),
    ],
    choices: [{ key: 'c', label: words.say('session.continue'), run: () => clock.goOn() }, signIn],
    cancel: () => clock.dismiss(),
  })
  const ended = choiceDialog(app, {
    title: words.say('session.endedTitle'),
    lines: () => [endedMessage(), words.text('What you typed is kept.'), ...failed()],
    choices: [signIn, { key: 'q', label: 'Quit', run: app.quit }],
    cancel: () => app.say('Sign in to go on, or quit with q.'),
  })
  return {
    current() {
      const question = clock.asking()
      return question === 'ended' ? ended : question === 'ending' ? ending : undefined
    },
  }
}
