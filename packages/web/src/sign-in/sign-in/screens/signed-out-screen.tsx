import { signedOutWord } from '@portico/core'

import { useWords } from '../../../kit/context/portal-context.tsx'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { ButtonLink } from '../../../kit/ui/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'

/** The info page after logout (spec section 2). */
export default function SignedOutScreen() {
  const words = useWords()
  const title = words.say('signedOut.title')
  usePageTitle(title)
  return (
    <Notice
      title={title}
      actions={
        <ButtonLink look="primary" href="/login">
          {words.say('signedOut.again')}
        </ButtonLink>
      }
    >
      <p>{words.say(signedOutWord(window.location.search))}</p>
    </Notice>
  )
}
