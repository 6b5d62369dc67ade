import { setupGuideOf, type IdentityProviderType, type Setup } from '@portico/core'

import { useWords } from '../../kit/context/portal-context.tsx'
import styles from '../../providers/identity-providers/provider-form.module.css'
import texts from '../../kit/ui/texts.module.css'

type Properties = { readonly product: Setup['product']; readonly type: IdentityProviderType; readonly name: string }

/** What to click at the product. */
export function ProductGuide({ product, type, name }: Properties) {
  const words = useWords()
  const { steps, run } = setupGuideOf(product, type)
  return (
    <section className={styles['section']} aria-labelledby="product-guide">
      <h2 id="product-guide">{words.say('setup.guide.title', { product: name })}</h2>
      <ol className={styles['steps']}>
        {steps.map(({ title, text }) => (
          <li key={title}>
            <strong>{title}</strong>
            <p className={texts['soft']}>{text}</p>
          </li>
        ))}
      </ol>
      <p className={styles['later']}>
        {run === undefined ? words.say('setup.guide.read') : words.say('setup.guide.run', { version: run })}
      </p>
    </section>
  )
}
