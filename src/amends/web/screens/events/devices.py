"""The switch for table devices: on or off, where they are, and how listening goes."""

from __future__ import annotations

import os
from datetime import datetime

from starlette.responses import Response

from amends.accounts.accounts import Right
from amends.desk.devices.keeper import has_client
from amends.desk.devices.sections import refuse_form
from amends.desk.devices.switch import DeviceSwitch, device_state, device_switches, set_switch
from amends.desk.devices.turns import is_listened_to
from amends.devices.credentials import URL, read_credentials
from amends.faults import Fault, Faults, Refusal
from amends.web.forms.form import SentForm
from amends.web.forms.texts import text as _
from amends.web.request import Page
from amends.web.screen import Screen

screen = Screen()


@screen.page("/e/{event}/settings/devices", Right.SETTINGS)
def devices(page: Page) -> Response:
    """The switch, and how listening goes."""
    return _shown(page)


@screen.action("/e/{event}/settings/devices", Right.SETTINGS)
def switch_devices(page: Page, form: SentForm) -> Response:
    """Switch listening on, with an address and perhaps a session; or off, which keeps both."""
    key = page.newest.kept.key
    typed = DeviceSwitch(form.text("url"), form.text("session"), on=True)
    try:
        if form.text("do") == "off":
            known = device_switches(page.desk).get(key, DeviceSwitch())
            set_switch(page.desk, key, DeviceSwitch(known.url, known.session))
        else:
            set_switch(page.desk, key, _checked(page, typed))
    except Faults as trouble:
        return _shown(page, typed, trouble.faults)
    page.server.devices.look()
    return page.go(page.to("settings", "devices"))


def _checked(page: Page, typed: DeviceSwitch) -> DeviceSwitch:
    """What was typed, put right; refused where listening could not begin."""
    if not has_client():
        raise Refusal(_("The server has no client for Bridgemate."), _("Install amends[bridgemate] there."))
    from amends.devices.bridgemate import read_address, read_session

    refuse_form(page.newest.event)
    url = read_address(typed.url)
    only = os.environ.get(URL, "")
    if only and url != read_address(only):
        raise Refusal(_("This server listens at one address only."), _("Type %(address)s.", address=read_address(only)))
    read_credentials()  # refused where there are none
    return DeviceSwitch(url, read_session(typed.session) if typed.session else "", on=True)


def _shown(page: Page, typed: DeviceSwitch | None = None, faults: tuple[Fault, ...] = ()) -> Response:
    key = page.newest.kept.key
    switch, state = device_switches(page.desk).get(key, DeviceSwitch()), device_state(page.desk, key)
    return page.show(
        "devices.html",
        status=422 if faults else None,
        switch=switch,
        typed=typed or (switch if switch.url else DeviceSwitch(os.environ.get(URL, ""))),
        state=state,
        connected=_moment(state.connected),
        last=_moment(state.last),
        others=switch.on and not state.connected and not state.trouble and is_listened_to(page.desk, key),
        faults=faults,
    )


def _moment(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None
