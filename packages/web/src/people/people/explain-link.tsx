import { explainPath } from '../../kit/navigation/paths.ts'
import { useWords } from '../../kit/context/portal-context.tsx'
import { ButtonLink } from '../../kit/ui/button.tsx'

/** To what a person can open and why; without one, to the question. */
export function ExplainLink({ user }: { readonly user?: string }) {
  const words = useWords()
  return <ButtonLink to={explainPath(user === undefined ? {} : { user })}>{words.say('people.explain')}</ButtonLink>
}
