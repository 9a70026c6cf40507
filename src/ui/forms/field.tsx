import { type ComponentProps, type ReactNode, useId } from 'react'
import { characterCount, count } from '@/lib/text'
import { cx } from '@/ui/base/cx'
import { Icon } from '@/ui/base/icons'
import { ChoiceCard } from './choice-card'

interface Shared {
  /** Always visible. */
  label: string
  /** One or two sentences under the label: what it means, an example, who needs it. */
  hint?: ReactNode
  /** What is wrong and how to fix it. Undefined when nothing is wrong. */
  error?: string | undefined
  /** Says "(optional)" after the label. */
  optional?: boolean | undefined
}

/** What a field sets on its control itself. */
type OwnProps = 'id' | 'className' | 'aria-invalid' | 'aria-describedby'

const control =
  'w-full min-h-11 rounded-control border border-edge bg-sheet px-3.5 py-2 text-ink aria-invalid:border-2 aria-invalid:border-danger disabled:border-line disabled:bg-well disabled:text-ink-soft print:border-line'

interface FrameProps extends Shared {
  /** The field has several controls: it is a fieldset, and the label its legend. */
  group?: boolean
  className?: string | undefined
  /** The control, which takes the given props: they connect it to its label, hint and error. */
  children: (wiring: {
    id: string
    'aria-invalid': true | undefined
    'aria-describedby': string | undefined
  }) => ReactNode
}

/** A control's label, hint and error. The error is announced when it appears. */
function Frame({ label, hint, error, optional, group = false, className, children }: FrameProps) {
  const id = useId()
  const described = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter(Boolean).join(' ')
  const wiring = {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
  } as const
  const [Box, Label] = group ? (['fieldset', 'legend'] as const) : (['div', 'label'] as const)
  return (
    <Box
      className={cx('max-w-form', className)}
      aria-describedby={group ? wiring['aria-describedby'] : undefined}
    >
      <Label htmlFor={group ? undefined : id} className="mb-1.5 block font-semibold">
        <LabelWords label={label} optional={optional} />
      </Label>
      {hint ? (
        <div id={`${id}-hint`} className="-mt-1 mb-2 text-ink-soft">
          {hint}
        </div>
      ) : null}
      {children(wiring)}
      <div aria-live="polite">{error ? <FieldProblem id={`${id}-error`}>{error}</FieldProblem> : null}</div>
    </Box>
  )
}

/** What stands in a control's label. */
export function LabelWords({ label, optional }: Pick<Shared, 'label' | 'optional'>) {
  if (!optional) return label
  return (
    <>
      {label} <span className="font-normal text-ink-soft">(optional)</span>
    </>
  )
}

/** Says under a control what is wrong with what was entered. */
export function FieldProblem({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="mt-1.5 flex gap-2 font-semibold text-danger">
      <Icon name="danger" className="mt-1 shrink-0" />
      <span>{children}</span>
    </p>
  )
}

export interface TextFieldProps extends Shared, Omit<ComponentProps<'input'>, OwnProps | 'size'> {}

/** A one-line field: text, email, tel, date, number, url. Takes what useForm's `field` gives as spread props. */
export function TextField({ label, hint, error, optional, type = 'text', ...input }: TextFieldProps) {
  return (
    <Frame {...{ label, hint, error, optional }}>
      {(wiring) => <input type={type} {...input} {...wiring} className={control} />}
    </Frame>
  )
}

export interface TextAreaProps extends Shared, Omit<ComponentProps<'textarea'>, OwnProps> {
  value: string
  /** The longest text the field takes. Near it, the number of characters left is shown; typed text is never cut off. */
  limit: number
}

/** A field of several lines; shows how many characters are left once four fifths of `limit` are used. */
export function TextArea({ label, hint, error, optional, limit, rows = 4, ...textarea }: TextAreaProps) {
  const countId = useId()
  const left = limit - characterCount(textarea.value)
  const counted = left <= limit / 5
  return (
    <Frame {...{ label, hint, error, optional }}>
      {(wiring) => (
        <>
          <textarea
            rows={rows}
            {...textarea}
            {...wiring}
            aria-describedby={cx(wiring['aria-describedby'], counted && countId) || undefined}
            className={cx(control, 'resize-y')}
          />
          <p
            id={countId}
            role="status"
            className={cx('mt-1 min-h-0 text-small', left < 0 ? 'text-danger' : 'text-ink-soft')}
          >
            {counted ? describeLeft(left) : null}
          </p>
        </>
      )}
    </Frame>
  )
}

function describeLeft(left: number) {
  return `${count(Math.abs(left), 'character')} ${left < 0 ? 'too many' : 'left'}`
}

/** One choice of a select or of radio cards. */
interface Choice {
  value: string
  label: string
  /** A sentence that explains the choice. Shown on radio cards only. */
  hint?: ReactNode
}

export interface SelectFieldProps extends Shared, Omit<ComponentProps<'select'>, OwnProps> {
  options: readonly Choice[]
  /** Adds a first, empty choice with these words. */
  placeholder?: string | undefined
}

/** A native select, for more than about six choices; otherwise ChoiceField is easier to read. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  options,
  placeholder,
  ...select
}: SelectFieldProps) {
  return (
    <Frame {...{ label, hint, error, optional }}>
      {(wiring) => (
        <div className="relative">
          <select {...select} {...wiring} className={cx(control, 'appearance-none pr-11')}>
            {placeholder === undefined ? null : <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" className="pointer-events-none absolute inset-y-0 right-3.5 my-auto" />
        </div>
      )}
    </Frame>
  )
}

export interface ChoiceFieldProps
  extends Omit<Shared, 'optional'>,
    Omit<ComponentProps<'input'>, OwnProps | 'type' | 'value' | 'size'> {
  options: readonly Choice[]
  /** Adds a last choice of value '' with these words; "I don't know yet" is always a good answer. */
  unknownLabel?: string | undefined
  /** Two large buttons, beside each other where there is room. */
  asButtons?: boolean | undefined
  value: string
  className?: string | undefined
}

/**
 * Radio buttons as cards, for the values of an enum. The database's null is '' here: use '' as the form's first value and
 * turn '' back into null when saving.
 */
export function ChoiceField({
  label,
  hint,
  error,
  className,
  options,
  unknownLabel,
  asButtons = false,
  value,
  name,
  ...input
}: ChoiceFieldProps) {
  const choices = unknownLabel === undefined ? options : [...options, { value: '', label: unknownLabel }]
  return (
    <Frame group {...{ label, hint, error, className }}>
      {(wiring) => (
        <div className={cx('grid grid-cols-1 gap-2.5', asButtons && 'sm:grid-cols-2')}>
          {choices.map((choice) => (
            <ChoiceCard
              key={choice.value}
              type="radio"
              isButton={asButtons}
              {...input}
              {...choice}
              name={name ?? wiring.id}
              aria-invalid={wiring['aria-invalid']}
              checked={value === choice.value}
            />
          ))}
        </div>
      )}
    </Frame>
  )
}

/** Keeps up to six digits of a text: "Your code is 123 456" becomes "123456". */
export function sixDigits(text: string): string {
  return text.replace(/\D/g, '').slice(0, 6)
}

/**
 * The field for a 6-digit code from a mail: one field, digits only. Pasted text is reduced to its first six digits, and
 * devices that can fill in the code do so.
 */
export function CodeField({ label, hint, error, onChange, ...input }: TextFieldProps) {
  return (
    <Frame {...{ label, hint, error }}>
      {(wiring) => (
        <input
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          {...input}
          {...wiring}
          onChange={(event) => {
            // No maxLength: it would cut off a pasted "123 456" before the space is removed.
            const digits = sixDigits(event.target.value)
            if (digits !== event.target.value) event.target.value = digits
            onChange?.(event)
          }}
          className={cx(control, 'text-center font-serif text-code tracking-[0.35em] tabular-nums')}
        />
      )}
    </Frame>
  )
}
