import { mount } from '@/app/app'
import './styles.css'

// Not awaited: nothing else of the app could be evaluated before it is drawn, and the build would make another entry.
void mount(document.getElementById('root'))
