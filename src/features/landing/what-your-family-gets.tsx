import type { ComponentProps } from 'react'
import { Band } from '@/ui/base/band'
import { cx } from '@/ui/base/cx'
import { Picture } from './pieces'

const gifts: { title: string; text: string; picture: ComponentProps<typeof Picture> }[] = [
  {
    title: 'A first page that says what to do',
    text: 'In the first days, no one can think straight. Your binder begins with the steps in order: who to call, what you wanted, where the papers are. They read it on screen or print it in large type.',
    picture: {
      name: 'binder',
      alt: 'The first page of a printed plan, headed “Start here”, with numbered steps: what to read first, who to tell, and who the executor is.',
      width: 1332,
      height: 1268,
    },
  },
  {
    title: 'Your voice, and your words beside it',
    text: 'Leave a video for everyone or for one person. They see it once your plan opens, or on a later day, such as a wedding. A transcript makes sure your words get through even if the video can’t be played or heard.',
    picture: {
      name: 'message',
      alt: 'A video message: an old man by a lake looks at you. Beside it is what he says, in writing, and a button saves the video.',
      width: 1612,
      height: 905,
    },
  },
  {
    title: 'No one has to search the drawers',
    text: 'Most plans fail because of what’s missing. Yours shows you anytime what your executor wouldn’t find, so you can fill the gaps one by one, most important first.',
    picture: {
      name: 'gaps',
      alt: `A list headed “Still missing from your plan”: what your family wouldn’t know today, each line with a way to add it.`,
      width: 1412,
      height: 1320,
    },
  },
]

/** What the people who were named find on the day, in pictures of the product. */
export function WhatYourFamilyGets() {
  return (
    <section aria-labelledby="gifts-title">
      <Band className="py-16 sm:py-24">
        <h2 id="gifts-title" className="text-page">
          What your family gets
        </h2>
        <div className="mt-10 grid gap-16 sm:mt-14 sm:gap-24">
          {gifts.map(({ title, text, picture }, index) => (
            <div
              key={title}
              className={cx(
                'grid items-center gap-x-14 gap-y-6',
                index % 2 === 1 ? 'lg:grid-cols-[7fr_5fr]' : 'lg:grid-cols-[5fr_7fr]',
              )}
            >
              <div className={cx('max-w-form', index % 2 === 1 && 'lg:order-2')}>
                <h3 className="text-heading">{title}</h3>
                <p className="mt-3 text-ink-soft">{text}</p>
              </div>
              <Picture {...picture} />
            </div>
          ))}
        </div>
        <p className="mt-10 text-small text-ink-soft">The pictures show a made-up household.</p>
      </Band>
    </section>
  )
}
