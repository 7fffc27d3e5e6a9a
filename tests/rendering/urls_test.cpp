#include "rendering/urls.hpp"

#include <gtest/gtest.h>

namespace cloche::rendering {
namespace {

TEST(Urls, AreJudgedAsBrowsersReadThem) {
  EXPECT_EQ(url_kind("https://e.org"), UrlKind::link);
  EXPECT_EQ(url_kind(" HTTPS://e.org"), UrlKind::link);
  EXPECT_EQ(url_kind("//e.org/x"), UrlKind::link);
  EXPECT_EQ(url_kind("java\nscript:x"), UrlKind::refused);
  EXPECT_EQ(url_kind("\x01javascript:x"), UrlKind::refused);
  EXPECT_EQ(url_kind("data:image/png;base64,AA=="), UrlKind::embedded);
  EXPECT_EQ(url_kind("data:text/html,x"), UrlKind::refused);
  EXPECT_EQ(url_kind("#a"), UrlKind::fragment);
  EXPECT_EQ(url_kind("public/a:b.png"), UrlKind::local);
  EXPECT_EQ(url_kind(""), UrlKind::local);
}

TEST(Urls, DataIsDecoded) {
  EXPECT_EQ(data_url_content("data:text/csv;base64,YSxiCg=="), "a,b\n");
  EXPECT_EQ(data_url_content("data:text/csv,a%2Cb%0A"), "a,b\n");
  EXPECT_EQ(data_url_content("https://e.org/,x"), std::nullopt);
}

TEST(Css, LoadsNothing) {
  EXPECT_EQ(quiet_css("a { background: url( 'https://e.org/x' ) }"),
            "a { background: xrl( 'https://e.org/x' ) }");
  EXPECT_EQ(quiet_css("@IMPORT 'x'; b{background:image-set('x' 1x)}"),
            "xIMPORT 'x'; b{background:xmage-set('x' 1x)}");
  EXPECT_EQ(quiet_css("a{fill:url(#g);background:url(\"data:image/png;base64,AA==\")}"),
            "a{fill:url(#g);background:url(\"data:image/png;base64,AA==\")}");
}

}  // namespace
}  // namespace cloche::rendering
