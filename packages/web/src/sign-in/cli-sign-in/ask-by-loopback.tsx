import type { CliApprover, CliSignIn } from '@portico/core'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Ask } from './ask.tsx'

/** Another site can send a browser here, but cannot press the button. */
export function AskByLoopback({ signIn, approver }: { readonly signIn: CliSignIn; readonly approver: CliApprover }) {
  const words = useWords()
  return (
    <Ask
      signIn={signIn}
      approver={approver}
      question={words.say('cli.loopbackAsk')}
      warning={words.say('cli.loopbackWarning')}
      allow={words.say('cli.allow')}
      facts={[[words.say('cli.factAddress'), words.say('cli.factAddressHere', { address: approver.address })]]}
    />
  )
}
