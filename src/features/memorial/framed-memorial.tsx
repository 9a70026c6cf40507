import { type ComponentProps, useId } from 'react'
import { cx } from '@/ui/base/cx'
import { Icon, type IconName } from '@/ui/base/icons'
import { MemorialBody, type MemorialBodyProps, StepsToRead } from './memorial-body'

interface Props extends Omit<MemorialBodyProps, 'firstDays' | 'heading' | 'isPage'> {
  /** What this is instead of a real memorial: "Preview", "Practice". */
  label: string
  icon: IconName
  title: string
  /** Whether the steps are shown, which can be read and not checked off. */
  hasSteps: boolean
  /** What is shown at the end of a step. */
  afterStep?: ComponentProps<typeof StepsToRead>['after']
}

/** A memorial that is not a real one, in a frame that says so on every part of the screen. */
export function FramedMemorial({ label, icon, title, hasSteps, afterStep, ...memorial }: Props) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="overflow-clip rounded-card border-2 border-dashed border-heart bg-paper"
    >
      <p className="sticky top-0 z-10 flex items-center gap-2 border-b border-line bg-heart-wash px-4 py-1.5 font-semibold text-heart sm:px-6">
        <Icon name={icon} className="shrink-0" />
        {label}
      </p>
      <div className="p-4 sm:p-6">
        <MemorialBody
          {...memorial}
          heading={(className) => (
            <h2 id={id} className={cx(className, 'max-sm:text-title')}>
              {title}
            </h2>
          )}
          firstDays={
            hasSteps
              ? (name, parts) => (
                  <StepsToRead
                    title={name}
                    owner={memorial.owner}
                    parts={parts}
                    after={afterStep}
                    intro="One thing at a time. On the day, everyone who can see a step can check it off, and sees who’s doing it. Here, nothing can be checked off."
                  />
                )
              : undefined
          }
        />
      </div>
    </section>
  )
}
