import { showUserCode, type CliApprover, type CliSignIn, type DeviceRequest } from '@portico/core'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Ask } from './ask.tsx'
import styles from './cli-sign-in.module.css'

type Properties = { readonly signIn: CliSignIn; readonly approver: CliApprover; readonly request: DeviceRequest }

/** The person also compares a code that came in a link: an attacker may have sent the link (RFC 8628 section 5.4). */
export function AskByCode({ signIn, approver, request }: Properties) {
  const words = useWords()
  const { address } = request
  const own = approver.address
  const time = new Date(request.requestedAt).toLocaleTimeString(words.formatLocale)
  return (
    <Ask
      signIn={signIn}
      approver={approver}
      question={words.say('cli.deviceAsk')}
      warning={words.say('cli.deviceWarning')}
      allow={words.say('cli.allowCode')}
      facts={[
        [
          words.say('cli.factAddress'),
          address === own
            ? words.say('cli.factAddressHere', { address })
            : words.say('cli.factAddressElsewhere', { address, own }),
        ],
        [words.say('cli.factTime'), time],
      ]}
    >
      <p className={styles['code']}>{showUserCode(request.userCode)}</p>
    </Ask>
  )
}
