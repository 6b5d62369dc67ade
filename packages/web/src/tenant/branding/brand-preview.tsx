import { brandTokens, contrastNote, isBrandColor, type BrandingValues, type Scheme } from '@portico/core'
import type { CSSProperties } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import button from '../../kit/ui/button.module.css'
import { classes } from '../../kit/ui/classes.ts'
import styles from './branding.module.css'
import texts from '../../kit/ui/texts.module.css'

/** How pages look with what is typed, in both schemes, and what was changed for the sake of legible text. */
export function BrandPreview({ values, logo }: { values: BrandingValues; logo: string | undefined }) {
  const words = useWords()
  const deployment = useStore(useCore().branding, (state) => state.branding)
  const typed = values.primaryColor.trim().toLowerCase()
  const primary = isBrandColor(typed) ? typed : null
  const accent = values.accentColor.trim().toLowerCase()
  const colours =
    primary === null ? undefined : { primaryColor: primary, accentColor: isBrandColor(accent) ? accent : null }
  const name = values.name.trim() || (deployment?.applicationName ?? '')
  return (
    <section aria-labelledby="preview">
      <h2 id="preview" className={styles['title']}>
        {words.say('branding.preview')}
      </h2>
      <div className={styles['schemes']}>
        {(['light', 'dark'] as const).map((scheme) => (
          <figure key={scheme} className={styles['figure']}>
            <Sample scheme={scheme} tokens={colours && brandTokens(colours, scheme)} name={name} logo={logo} />
            <figcaption className={styles['caption']}>
              <strong>{words.say(`branding.${scheme}`)}</strong>
              {primary !== null && <Explanation colour={primary} scheme={scheme} />}
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  )
}

type SampleProperties = {
  readonly scheme: Scheme
  readonly tokens: Readonly<Record<string, string>> | undefined
  readonly name: string
  readonly logo: string | undefined
}

/** A picture of the portal: nothing in it can be pressed. */
function Sample({ scheme, tokens, name, logo }: SampleProperties) {
  const words = useWords()
  return (
    <div
      className={classes(styles['sample'], styles[scheme])}
      style={tokens as CSSProperties | undefined}
      data-scheme={scheme}
      aria-hidden="true"
    >
      <div className={styles['header']}>
        {logo !== undefined && <img className={styles['logo']} src={logo} alt="" />}
        <span className={styles['name']} dir="auto">
          {name}
        </span>
      </div>
      <div className={styles['body']}>
        <span className={classes(button['root'], button['primary'])}>{words.say('branding.previewButton')}</span>
        <span className={styles['link']}>{words.say('branding.previewLink')}</span>
        <span className={styles['mark']}>{words.say('branding.previewMark')}</span>
        <span className={texts['danger']}>{words.say('branding.previewError')}</span>
      </div>
    </div>
  )
}

function Explanation({ colour, scheme }: { colour: string; scheme: Scheme }) {
  return <span>{contrastNote(colour, scheme, useWords()).sentence}</span>
}
