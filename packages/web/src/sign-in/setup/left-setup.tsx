import { useWords } from '../../kit/context/portal-context.tsx'
import { Notice } from '../../kit/feedback/notice.tsx'
import { usePageTitle } from '../../kit/navigation/use-page-title.ts'

/** After "Leave setup": a person with a setup URL has no username yet, so it says how to continue and not how to sign in. */
export function LeftSetup() {
  const words = useWords()
  const title = words.say('setup.left.title')
  usePageTitle(title)
  return (
    <Notice title={title}>
      <p>{words.say('setup.left.text')}</p>
    </Notice>
  )
}
