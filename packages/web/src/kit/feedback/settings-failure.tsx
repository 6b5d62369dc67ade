import { bannerWords, settingsFailure, type Feedback } from '@portico/core'
import { useState } from 'react'
import { useStore } from 'zustand'

import { useWords } from '../context/portal-context.tsx'
import { Banner } from '../ui/banner.tsx'
import { ProblemDetails } from './problem-details.tsx'

/** Spec section 8, "Settings save failure banner", beside the form whose save failed. Its details are those of the error banner. */
export function SettingsFailure({ feedback }: { readonly feedback: Feedback }) {
  const words = useWords()
  const state = useStore(feedback)
  const [isOpen, setOpen] = useState(false)
  const failure = settingsFailure(state)
  const problem = state.system ?? state.expected
  const hint = problem && bannerWords(problem, words).hint
  return (
    <>
      <div role="alert">
        {failure !== undefined && (
          <Banner
            tone="danger"
            title={words.say(failure.title)}
            hint={hint}
            onOpen={() => setOpen(true)}
            onClose={() => feedback.clearError()}
          >
            {words.say(failure.message)}
            {hint === undefined && (
              <details>
                <summary>{words.say('details.details')}</summary>
                {failure.detail}
              </details>
            )}
          </Banner>
        )}
      </div>
      {isOpen && (
        <ProblemDetails
          problem={problem}
          title={words.say(failure?.title ?? 'details.title')}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
