"""Which methods pages answer to. What the API answers to, each of its views says."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render

from canasta_site.api.middleware import PREFIX

PAGES = ("GET", "HEAD", "POST")


class PageMethods:
    """Refuse other methods (405) before anything of a page runs: many views tell only POST from the rest."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method not in PAGES and not request.path_info.startswith(PREFIX):
            return HttpResponseNotAllowed(PAGES)
        return self.get_response(request)


class MethodPage:
    """Who opens the address of a form, as after signing in anew, reads what to do."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        if not isinstance(answer, HttpResponseNotAllowed) or request.path_info.startswith(PREFIX):
            return answer
        page = render(request, "405.html", status=answer.status_code)
        page["Allow"] = answer["Allow"]
        return page
