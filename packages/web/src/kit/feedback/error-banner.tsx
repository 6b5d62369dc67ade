import { bannerWords, type BannerWords } from '@portico/core'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../context/portal-context.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import styles from './banners.module.css'
import { ProblemDetails } from './problem-details.tsx'

/**
 * The error banner of spec section 8, at the top of the page's content. It scrolls into view when it appears; pressing
 * it opens the details, if there are any.
 */
export function ErrorBanner() {
  const { feedback } = useCore()
  const words = useWords()
  const problem = useStore(feedback, (state) => state.system ?? state.expected)
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem !== undefined) place.current?.scrollIntoView({ block: 'nearest' })
  }, [problem])
  const retry = useStore(feedback, (state) => state.retry)
  const { title, message, hint, detail } = problem === undefined ? nothing : bannerWords(problem, words)
  return (
    <>
      <div ref={place} role="alert" className={styles['error']}>
        {problem !== undefined && (
          <Banner
            tone="danger"
            title={title}
            hint={hint}
            onOpen={() => setOpen(true)}
            onClose={() => feedback.clearError()}
            action={retry && <Button onClick={retry}>{words.say('error.retry')}</Button>}
          >
            {message}
            {detail !== undefined && (
              <details>
                <summary>{words.say('details.details')}</summary>
                {detail}
              </details>
            )}
          </Banner>
        )}
      </div>
      {isOpen && <ProblemDetails problem={problem} title={title} onClose={() => setOpen(false)} />}
    </>
  )
}

const nothing: BannerWords = { title: '', message: '', hint: undefined }
