import { bannerWords } from '@portico/core'
import { useState } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../portal/context.tsx'
import { Banner } from '../ui/banner.tsx'
import { DetailsDialog } from './details-dialog.tsx'

/** The error banner of spec section 8; pressing it opens the details where there are any. */
export function ErrorBanner() {
  const { feedback } = useCore()
  const words = useWords()
  const problem = useStore(feedback, (state) => state.system ?? state.expected)
  const [isOpen, setOpen] = useState(false)
  if (problem === undefined) return null
  const { title, message, hint } = bannerWords(problem, words)
  return (
    <>
      <Banner
        tone="danger"
        title={title}
        hint={hint}
        onOpen={() => setOpen(true)}
        onClose={() => feedback.clearError()}
      >
        {message}
      </Banner>
      {isOpen && problem.kind === 'expected' && (
        <DetailsDialog problem={problem} title={title} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
