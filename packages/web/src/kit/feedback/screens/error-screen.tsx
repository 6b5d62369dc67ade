import { reasonPhrase, sessionMessages, signInErrorMessages } from '@portico/core'

import { useLocation, useNavigator, useWords } from '../../context/portal-context.tsx'
import { LearnedWords } from '../../navigation/learned-words.tsx'
import { usePageTitle } from '../../navigation/use-page-title.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../notice.tsx'
import { errorWords, readAction, readReason, readReference } from '../error-words.ts'

/**
 * `/login/unexpected` and `/login/unauthorized?error=…&action=…&reason=…&reference=…` (spec section 2). The address selects one of the
 * known sentences; text from the address is never shown.
 */
export default function ErrorScreen() {
  return (
    <LearnedWords of={catalogues}>
      <Said />
    </LearnedWords>
  )
}

const catalogues = { 'sign-in-errors': signInErrorMessages, 'of-sessions': sessionMessages }

function Said() {
  const words = useWords()
  const navigator = useNavigator()
  const query = new URLSearchParams(useLocation().search)
  const error = query.get('error') ?? 'UNEXPECTED'
  const action = readAction(error, query.get('action'))
  const reason = readReason(error, query.get('reason'))
  const reference = readReference(query.get('reference'))
  const { title, help, links } = errorWords(error)
  const say = { title: words.say(title), help: help && words.say(help) }
  usePageTitle(say.title)
  return (
    <Notice
      title={say.title}
      mark={reasonPhrase(error) === undefined ? '!' : error}
      actions={links.map((link, index) =>
        link === 'login' ? (
          <ButtonLink key={link} look={index === 0 ? 'primary' : 'outline'} href="/login">
            {words.say('error.401.link')}
          </ButtonLink>
        ) : (
          <Button key={link} look={index === 0 ? 'primary' : 'outline'} onClick={() => navigator.back()}>
            {words.say('error.403.link')}
          </Button>
        ),
      )}
    >
      {reason !== undefined && <p>{words.say(reason)}</p>}
      {/* The reason of a support session says whom to ask. */}
      {say.help !== undefined && reason !== 'SUPPORT_NEVER' && <p>{say.help}</p>}
      {action !== undefined && <p>{action}</p>}
      {reference !== undefined && <p>{words.say('error.code', { code: reference })}</p>}
    </Notice>
  )
}
