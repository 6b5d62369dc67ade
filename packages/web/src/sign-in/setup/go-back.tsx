import { createSetup, type SetupStep } from '@portico/core'

import { useCore, useNavigator, useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { setupStepPath } from '../../kit/navigation/paths.ts'

/** Go Back (spec section 2); the step is remembered on the server. */
export function GoBack({ to }: { to: SetupStep }) {
  const words = useWords()
  const store = useCore().lazily(createSetup)
  const navigator = useNavigator()
  const back = async () => {
    if (await store.goTo(to)) navigator.go(setupStepPath(to))
  }
  return <Button onClick={() => void back()}>{words.say('setup.goBack')}</Button>
}
