import { useWords } from '../../context/portal-context.tsx'
import { usePageTitle } from '../../navigation/use-page-title.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** The info page after log-out (spec section 2). */
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
      <p>{words.say('signedOut.message')}</p>
    </Notice>
  )
}
