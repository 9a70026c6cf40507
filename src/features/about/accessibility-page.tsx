import { PageSection } from '@/ui/base/page'
import { Bullets, Paragraphs, ReadingPage, WhereToWrite } from './reading'

/** /accessibility: what was tested, what wasn't, and whom to tell. */
export function Component() {
  return (
    <ReadingPage
      title="Accessibility"
      intro="A tired, old or grieving person has to be able to use every page. This is what we’ve checked, and what we haven’t."
    >
      <PageSection title="What we aim for">
        <p>
          The Web Content Accessibility Guidelines (WCAG) 2.2, level AA. We test against them ourselves; no
          outside party has audited us.
        </p>
      </PageSection>
      <PageSection title="What we’ve tested">
        <Bullets>
          <li>
            <strong>With every change:</strong> each screen is checked by axe, a program that finds common
            barriers, and its colors in dark mode too. No page scrolls sideways at a width of 320 pixels,
            which is what 400% zoom leaves of a laptop’s screen, or when text is twice as large; a row of tabs
            can.
          </li>
          <li>
            <strong>By hand:</strong> signing in, naming someone, the funeral plan and the memorial by
            keyboard alone; the system’s high-contrast colors; and reduced motion.
          </li>
          <li>
            <strong>By design:</strong> text of 18 pixels, notes of 16, both following your browser’s setting,
            buttons at least 44 pixels high, words on every button, errors in words beside their field, no
            time limits except on the codes and links we email you, and nothing that plays on its own.
          </li>
          <li>
            <strong>By choice:</strong> “Text size”, at the top of every page or in its menu, has larger text,
            stronger contrast and less motion. Your device remembers it.
          </li>
        </Bullets>
      </PageSection>
      <PageSection title="What we haven’t">
        <Paragraphs>
          <Bullets>
            <li>
              Screen readers such as NVDA, JAWS and VoiceOver: pages are built for them and checked by
              program, but people who use them every day haven’t tested for us yet.
            </li>
            <li>
              Not every video has captions. The person who records one can add them, from a transcript or a
              file, and we suggest it; we don’t make any ourselves.
            </li>
            <li>Documents that people upload are only as accessible as their authors made them.</li>
            <li>Payment pages belong to Stripe.</li>
          </Bullets>
        </Paragraphs>
      </PageSection>
      <PageSection title="Is something in your way?">
        <p>
          <WhereToWrite lead="Tell us which page it was and what you use, and we’ll fix it or help you another way" />
        </p>
      </PageSection>
    </ReadingPage>
  )
}
