import { presetOf, type IdentityProviderType } from '@portico/core'

import { useWords } from '../../kit/context/portal-context.tsx'
import styles from './provider-form.module.css'
import texts from '../../kit/ui/texts.module.css'

/** The steps to take at the provider. */
export function GuidePanel({ type }: { type: IdentityProviderType }) {
  const words = useWords()
  return (
    <details className={styles['more']} open>
      <summary>
        <strong>{words.say('guide.title')}</strong>
      </summary>
      <ol className={styles['steps']}>
        {presetOf(type).guide.map(({ title, text }) => (
          <li key={title}>
            <strong>{words.text(title)}</strong>
            <p className={texts['soft']}>{words.text(text)}</p>
          </li>
        ))}
      </ol>
    </details>
  )
}
