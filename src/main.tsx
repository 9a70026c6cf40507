import { mount } from '@/app/app'
import './styles.css'

mount(document.getElementById('root'))
