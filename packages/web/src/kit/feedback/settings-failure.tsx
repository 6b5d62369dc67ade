import { settingsFailure, type Feedback } from '@portico/core'
import { useStore } from 'zustand'

import { useWords } from '../context/portal-context.tsx'
import { Banner } from '../ui/banner.tsx'

/** Spec section 8, "Settings save failure banner", beside the form whose save failed. */
export function SettingsFailure({ feedback }: { readonly feedback: Feedback }) {
  const words = useWords()
  const failure = settingsFailure(useStore(feedback))
  return (
    <div role="alert">
      {failure !== undefined && (
        <Banner tone="danger" title={words.say(failure.title)} onClose={() => feedback.clearError()}>
          {words.say(failure.message)}
          <details>
            <summary>{words.say('details.details')}</summary>
            {failure.detail}
          </details>
        </Banner>
      )}
    </div>
  )
}
