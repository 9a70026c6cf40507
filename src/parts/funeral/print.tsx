import type { FuneralPlan } from '@/data/funeral-plan'
import { type Print, PrintedText, PrintedValues } from '@/parts/kit/printed'
import { dispositionWords, likenessTitle, likenessWords, serviceWords } from './words'

export const print: Print<FuneralPlan | null> = {
  title: 'Funeral wishes',
  print: (plan, { number, who }) => {
    const values = {
      'Type of disposition': plan?.disposition && dispositionWords[plan.disposition],
      'Funeral home': plan?.funeral_home,
      'Type of service': plan?.service_type && serviceWords[plan.service_type],
      Venue: plan?.venue,
      Officiant: plan?.officiant,
      [likenessTitle]: plan?.likeness && likenessWords[plan.likeness],
    }
    const texts = { Requests: plan?.personal_requests, 'Obituary notes': plan?.obituary }
    const home = values['Funeral home']
    const isEmpty = Object.values({ ...values, ...texts }).every((value) => !value)
    return {
      step: isEmpty
        ? `No funeral wishes are written down here. Ask those who were closest to ${who} before anything is arranged.`
        : `Before anything is arranged, read section ${number}: it says what ${who} wrote down about the funeral. ${home ? `The funeral home to call: ${home}.` : 'No funeral home has been chosen.'}`,
      content: (
        <>
          <PrintedValues values={values} />
          <PrintedText title="Requests">{texts.Requests}</PrintedText>
          <PrintedText title="Obituary notes">{texts['Obituary notes']}</PrintedText>
        </>
      ),
    }
  },
}
