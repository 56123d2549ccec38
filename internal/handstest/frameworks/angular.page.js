// Template-driven and reactive forms, also those that take a value on change or on leaving only.
import '@angular/compiler';
import { Component, provideZonelessChangeDetection, ChangeDetectorRef, inject } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { FormsModule, ReactiveFormsModule, FormControl } from '@angular/forms';

const App = Component({
  selector: 'app-root', imports: [FormsModule, ReactiveFormsModule],
  template: `
    <label>Name <input [(ngModel)]="name" (ngModelChange)="tell()"></label>
    <label>Live <input [formControl]="live"></label>
    <label>Late <input [formControl]="late"></label>
    <label><input type="checkbox" [(ngModel)]="ok" (ngModelChange)="tell()"> Agree</label>
    <label>Size <select [(ngModel)]="size" (ngModelChange)="tell()"><option value="s">Small</option><option value="l">Large</option></select></label>
    <output></output>`,
})(class {
  name = 'Ada'; ok = false; size = 's';
  live = new FormControl(''); late = new FormControl('', { updateOn: 'blur' });
  view = inject(ChangeDetectorRef);
  constructor() { for (const c of [this.live, this.late]) c.valueChanges.subscribe(() => this.tell()); }
  tell() {
    document.querySelector('output').textContent = JSON.stringify({ name: this.name, live: this.live.value, late: this.late.value, ok: this.ok, size: this.size });
    this.view.markForCheck();
  }
});
document.getElementById('app').append(document.createElement('app-root'));
bootstrapApplication(App, { providers: [provideZonelessChangeDetection()] });
